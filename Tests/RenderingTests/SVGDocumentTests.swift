import Display
import Testing

@testable import Rendering

/// Complete documents, so that every coordinate and attribute is tested.
@Suite("SVG documents")
struct SVGDocumentTests {
    @Test("An SVG document of a scatter plot contains the grid, guides, markers, labels, legend, and notices")
    func plot() {
        #expect(
            ExamplePictures.plot.svg() == """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640" role="img" font-family="sans-serif">
                <title>Sizes &amp; masses</title>
                <rect width="960" height="640" fill="#ffffff"/>
                <text x="480.0" y="32.0" text-anchor="middle" font-size="20" fill="#222222">Sizes &amp; masses</text>
                <defs><clipPath id="frame"><rect x="60.0" y="70.0" width="868.0" height="461.0" fill="none" \
                stroke="none"/></clipPath></defs>
                <path d="M60.0 70.0V531.0" stroke="#dddddd"/>
                <text x="60.0" y="551.0" text-anchor="middle" font-size="14" fill="#222222">1</text>
                <path d="M190.6 70.0V531.0" stroke="#dddddd"/>
                <text x="190.6" y="551.0" text-anchor="middle" font-size="14" fill="#222222">2</text>
                <path d="M363.4 70.0V531.0" stroke="#dddddd"/>
                <text x="363.4" y="551.0" text-anchor="middle" font-size="14" fill="#222222">5</text>
                <path d="M494.0 70.0V531.0" stroke="#dddddd"/>
                <text x="494.0" y="551.0" text-anchor="middle" font-size="14" fill="#222222">10</text>
                <path d="M624.6 70.0V531.0" stroke="#dddddd"/>
                <text x="624.6" y="551.0" text-anchor="middle" font-size="14" fill="#222222">20</text>
                <path d="M797.4 70.0V531.0" stroke="#dddddd"/>
                <text x="797.4" y="551.0" text-anchor="middle" font-size="14" fill="#222222">50</text>
                <path d="M928.0 70.0V531.0" stroke="#dddddd"/>
                <text x="928.0" y="551.0" text-anchor="middle" font-size="14" fill="#222222">100</text>
                <path d="M60.0 531.0H928.0" stroke="#dddddd"/>
                <text x="52.0" y="536.0" text-anchor="end" font-size="14" fill="#222222">0</text>
                <path d="M60.0 473.4H928.0" stroke="#dddddd"/>
                <text x="52.0" y="478.4" text-anchor="end" font-size="14" fill="#222222">0.5</text>
                <path d="M60.0 415.8H928.0" stroke="#dddddd"/>
                <text x="52.0" y="420.8" text-anchor="end" font-size="14" fill="#222222">1</text>
                <path d="M60.0 358.1H928.0" stroke="#dddddd"/>
                <text x="52.0" y="363.1" text-anchor="end" font-size="14" fill="#222222">1.5</text>
                <path d="M60.0 300.5H928.0" stroke="#dddddd"/>
                <text x="52.0" y="305.5" text-anchor="end" font-size="14" fill="#222222">2</text>
                <path d="M60.0 242.9H928.0" stroke="#dddddd"/>
                <text x="52.0" y="247.9" text-anchor="end" font-size="14" fill="#222222">2.5</text>
                <path d="M60.0 185.3H928.0" stroke="#dddddd"/>
                <text x="52.0" y="190.3" text-anchor="end" font-size="14" fill="#222222">3</text>
                <path d="M60.0 127.6H928.0" stroke="#dddddd"/>
                <text x="52.0" y="132.6" text-anchor="end" font-size="14" fill="#222222">3.5</text>
                <path d="M60.0 70.0H928.0" stroke="#dddddd"/>
                <text x="52.0" y="75.0" text-anchor="end" font-size="14" fill="#222222">4</text>
                <path d="M60.0 415.8L928.0 185.3" clip-path="url(#frame)" fill="none" stroke="#555555" \
                stroke-dasharray="6 4"><title>rock 3.3 g/cm³</title></path>
                <path d="M494.0 415.8L624.6 415.8L624.6 185.3Z" clip-path="url(#frame)" fill="#e3f1e4" \
                stroke="#555555" stroke-dasharray="6 4"><title>zone</title></path>
                <g fill="#0072b2" fill-opacity="0.5">
                <circle cx="494.0" cy="300.5" r="4.5"><title>K2-18 b: 10 M⊕, 2 R⊕</title></circle>
                <circle cx="928.0" cy="70.0" r="4.5"><title>b: 100 M⊕, 4 R⊕</title></circle></g>
                <g fill="#d55e00" fill-opacity="0.25" stroke="#d55e00" stroke-width="1.2"><path d="M-4.0 0.0h8M0.0 \
                -4.0v8" transform="translate(60.0 531.0) scale(1.8)"><title>c: 1 M⊕, 0 R⊕</title></path></g>
                <rect x="60.0" y="70.0" width="868.0" height="461.0" fill="none" stroke="#222222"/>
                <path d="M60.0 531.0L78.0 527.2" stroke="#555555" stroke-width="0.7"/>
                <text x="78.0" y="524.2" text-anchor="start" font-size="12" fill="#222222" stroke="#ffffff" \
                stroke-width="3" paint-order="stroke">c</text>
                <rect x="74.2" y="398.6" width="58.3" height="12.0" fill="#ffffff" fill-opacity="0.85"/>
                <text x="103.4" y="408.2" text-anchor="middle" font-size="12" fill="#555555" stroke="#ffffff" \
                stroke-width="3" paint-order="stroke">rock line</text>
                <text x="494.0" y="573.0" text-anchor="middle" font-size="14" fill="#222222">Mass (M⊕, \
                logarithmic)</text>
                <text x="16.0" y="58.0" text-anchor="start" font-size="14" fill="#222222">Radius (R⊕)</text>
                <g transform="translate(48.0 591.0)"><g fill="#0072b2" fill-opacity="0.5"><circle cx="0.0" cy="0.0" \
                r="2.5"/></g></g><text x="62.0" y="596.0" text-anchor="start" font-size="13" fill="#222222">Transit \
                2</text>
                <g transform="translate(164.5 591.0)"><g fill="#d55e00" fill-opacity="0.25" stroke="#d55e00" \
                stroke-width="1.2"><path d="M-4.0 0.0h8M0.0 -4.0v8"/></g></g><text x="178.5" y="596.0" \
                text-anchor="start" font-size="13" fill="#222222">Imaging 1</text>
                <g transform="translate(281.1 591.0)"><path d="M-10 0H10" fill="none" stroke="#555555" \
                stroke-dasharray="6 4"/></g><text x="295.1" y="596.0" text-anchor="start" font-size="13" \
                fill="#222222">rock 3.3 g/cm³</text>
                <g transform="translate(437.9 591.0)"><path d="M-8 -6H8V6H-8Z" fill="#e3f1e4" stroke="#555555" \
                stroke-dasharray="6 4"/></g><text x="451.9" y="596.0" text-anchor="start" font-size="13" \
                fill="#222222">zone</text>
                <text x="40.0" y="615.0" text-anchor="start" font-size="12" fill="#555555">3 drawn, omitted: 4321 \
                without a mass</text>
                <text x="40.0" y="630.0" text-anchor="start" font-size="12" fill="#555555">Drawn 2026-11-21. \
                Filter: mass &gt; 1. Source: NASA, IAU.</text></svg>

                """)
    }

    @Test("An SVG document of a bar chart contains patterns and stacked bars")
    func bars() {
        #expect(
            ExamplePictures.bars.svg(.dark) == """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640" role="img" font-family="sans-serif">
                <title>Bars</title>
                <rect width="960" height="640" fill="#14171c"/>
                <text x="480.0" y="32.0" text-anchor="middle" font-size="20" fill="#e8e8e8">Bars</text>
                <defs>
                <clipPath id="frame"><rect x="60.0" y="70.0" width="868.0" height="476.0" fill="none" \
                stroke="none"/></clipPath>
                <pattern id="bar-dot" width="12" height="12" patternUnits="userSpaceOnUse">
                <rect width="12" height="12" fill="#5db4ff"/>
                <g fill="none" stroke="#14171c" stroke-opacity="0.6"><circle cx="6.0" cy="6.0" r="2.5"/></g></pattern>
                <pattern id="bar-plus" width="12" height="12" patternUnits="userSpaceOnUse">
                <rect width="12" height="12" fill="#ff8a3d"/>
                <g fill="none" stroke="#14171c" stroke-opacity="0.6"><path d="M2.0 6.0h8M6.0 \
                2.0v8"/></g></pattern></defs>
                <path d="M60.0 70.0V546.0" stroke="#343a42"/>
                <text x="60.0" y="566.0" text-anchor="middle" font-size="14" fill="#e8e8e8">0</text>
                <path d="M146.8 70.0V546.0" stroke="#343a42"/>
                <text x="146.8" y="566.0" text-anchor="middle" font-size="14" fill="#e8e8e8">2</text>
                <path d="M233.6 70.0V546.0" stroke="#343a42"/>
                <text x="233.6" y="566.0" text-anchor="middle" font-size="14" fill="#e8e8e8">4</text>
                <path d="M320.4 70.0V546.0" stroke="#343a42"/>
                <text x="320.4" y="566.0" text-anchor="middle" font-size="14" fill="#e8e8e8">6</text>
                <path d="M407.2 70.0V546.0" stroke="#343a42"/>
                <text x="407.2" y="566.0" text-anchor="middle" font-size="14" fill="#e8e8e8">8</text>
                <path d="M494.0 70.0V546.0" stroke="#343a42"/>
                <text x="494.0" y="566.0" text-anchor="middle" font-size="14" fill="#e8e8e8">10</text>
                <path d="M580.8 70.0V546.0" stroke="#343a42"/>
                <text x="580.8" y="566.0" text-anchor="middle" font-size="14" fill="#e8e8e8">12</text>
                <path d="M667.6 70.0V546.0" stroke="#343a42"/>
                <text x="667.6" y="566.0" text-anchor="middle" font-size="14" fill="#e8e8e8">14</text>
                <path d="M754.4 70.0V546.0" stroke="#343a42"/>
                <text x="754.4" y="566.0" text-anchor="middle" font-size="14" fill="#e8e8e8">16</text>
                <path d="M841.2 70.0V546.0" stroke="#343a42"/>
                <text x="841.2" y="566.0" text-anchor="middle" font-size="14" fill="#e8e8e8">18</text>
                <path d="M928.0 70.0V546.0" stroke="#343a42"/>
                <text x="928.0" y="566.0" text-anchor="middle" font-size="14" fill="#e8e8e8">20</text>
                <path d="M60.0 546.0H928.0" stroke="#343a42"/>
                <text x="52.0" y="551.0" text-anchor="end" font-size="14" fill="#e8e8e8">0</text>
                <path d="M60.0 466.7H928.0" stroke="#343a42"/>
                <text x="52.0" y="471.7" text-anchor="end" font-size="14" fill="#e8e8e8">2</text>
                <path d="M60.0 387.3H928.0" stroke="#343a42"/>
                <text x="52.0" y="392.3" text-anchor="end" font-size="14" fill="#e8e8e8">4</text>
                <path d="M60.0 308.0H928.0" stroke="#343a42"/>
                <text x="52.0" y="313.0" text-anchor="end" font-size="14" fill="#e8e8e8">6</text>
                <path d="M60.0 228.7H928.0" stroke="#343a42"/>
                <text x="52.0" y="233.7" text-anchor="end" font-size="14" fill="#e8e8e8">8</text>
                <path d="M60.0 149.3H928.0" stroke="#343a42"/>
                <text x="52.0" y="154.3" text-anchor="end" font-size="14" fill="#e8e8e8">10</text>
                <path d="M60.0 70.0H928.0" stroke="#343a42"/>
                <text x="52.0" y="75.0" text-anchor="end" font-size="14" fill="#e8e8e8">12</text>
                <rect x="60.0" y="308.0" width="434.0" height="238.0" fill="#5db4ff" stroke="#14171c" \
                stroke-width="0.6"><title>2000: 5, 6</title></rect>
                <rect x="60.0" y="189.0" width="434.0" height="119.0" fill="url(#bar-plus)" stroke="#14171c" \
                stroke-width="0.6"><title>2000: 5, 3</title></rect>
                <rect x="494.0" y="466.7" width="434.0" height="79.3" fill="url(#bar-plus)" stroke="#14171c" \
                stroke-width="0.6"><title>2010: 15, 2</title></rect>
                <rect x="60.0" y="70.0" width="868.0" height="476.0" fill="none" stroke="#e8e8e8"/>
                <text x="494.0" y="588.0" text-anchor="middle" font-size="14" fill="#e8e8e8">Year</text>
                <text x="16.0" y="58.0" text-anchor="start" font-size="14" fill="#e8e8e8">Number</text>
                <g transform="translate(48.0 606.0)"><path d="M-6 -5h12v10h-12Z" fill="#5db4ff"/></g><text x="62.0" \
                y="611.0" text-anchor="start" font-size="13" fill="#e8e8e8">Transit 6</text>
                <g transform="translate(164.5 606.0)"><path d="M-6 -5h12v10h-12Z" fill="url(#bar-plus)"/></g><text \
                x="178.5" y="611.0" text-anchor="start" font-size="13" fill="#e8e8e8">Imaging 5</text>
                <text x="40.0" y="630.0" text-anchor="start" font-size="12" fill="#aab2bd">11 drawn</text></svg>

                """)
    }

    @Test("An SVG document of disks has staggered captions below the disks")
    func disks() {
        #expect(
            ExamplePictures.disks.svg() == """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640" role="img" font-family="sans-serif">
                <title>Disks</title>
                <rect width="960" height="640" fill="#ffffff"/>
                <text x="480.0" y="32.0" text-anchor="middle" font-size="20" fill="#222222">Disks</text>
                <circle cx="265.1" cy="292.0" r="225.1" fill="#0072b2" fill-opacity="0.35" \
                stroke="#0072b2"><title>Sun</title></circle>
                <circle cx="602.6" cy="460.8" r="56.3" fill="#0072b2" fill-opacity="0.35" \
                stroke="#0072b2"><title>Mercury with a long name</title></circle>
                <circle cx="715.2" cy="460.8" r="56.3" fill="#0072b2" fill-opacity="0.35" \
                stroke="#0072b2"><title>Venus with a long name</title></circle>
                <path d="M715.2 517.1V532.1" fill="none" stroke="#555555" stroke-width="0.7"/>
                <text x="718.2" y="533.1" text-anchor="start" font-size="12" fill="#222222">Venus with a long \
                name</text>
                <path d="M602.6 517.1V548.1" fill="none" stroke="#555555" stroke-width="0.7"/>
                <text x="605.6" y="549.1" text-anchor="start" font-size="12" fill="#222222">Mercury with a long \
                name</text>
                <path d="M265.1 517.1V532.1" fill="none" stroke="#555555" stroke-width="0.7"/>
                <text x="268.1" y="533.1" text-anchor="start" font-size="12" fill="#222222">Sun</text>
                <path d="M40.0 573.1H602.6" stroke="#555555"/>
                <text x="40.0" y="567.1" text-anchor="start" font-size="12" fill="#555555">Scale (km)</text>
                <path d="M40.0 573.1v5" stroke="#555555"/>
                <text x="40.0" y="590.1" text-anchor="middle" font-size="12" fill="#222222">0</text>
                <path d="M96.3 573.1v5" stroke="#555555"/>
                <text x="96.3" y="590.1" text-anchor="middle" font-size="12" fill="#222222">1</text>
                <path d="M152.5 573.1v5" stroke="#555555"/>
                <text x="152.5" y="590.1" text-anchor="middle" font-size="12" fill="#222222">2</text>
                <path d="M208.8 573.1v5" stroke="#555555"/>
                <text x="208.8" y="590.1" text-anchor="middle" font-size="12" fill="#222222">3</text>
                <path d="M265.1 573.1v5" stroke="#555555"/>
                <text x="265.1" y="590.1" text-anchor="middle" font-size="12" fill="#222222">4</text>
                <path d="M321.3 573.1v5" stroke="#555555"/>
                <text x="321.3" y="590.1" text-anchor="middle" font-size="12" fill="#222222">5</text>
                <path d="M377.6 573.1v5" stroke="#555555"/>
                <text x="377.6" y="590.1" text-anchor="middle" font-size="12" fill="#222222">6</text>
                <path d="M433.9 573.1v5" stroke="#555555"/>
                <text x="433.9" y="590.1" text-anchor="middle" font-size="12" fill="#222222">7</text>
                <path d="M490.1 573.1v5" stroke="#555555"/>
                <text x="490.1" y="590.1" text-anchor="middle" font-size="12" fill="#222222">8</text>
                <path d="M546.4 573.1v5" stroke="#555555"/>
                <text x="546.4" y="590.1" text-anchor="middle" font-size="12" fill="#222222">9</text>
                <path d="M602.6 573.1v5" stroke="#555555"/>
                <text x="602.6" y="590.1" text-anchor="middle" font-size="12" fill="#222222">10</text>
                <text x="40.0" y="630.0" text-anchor="start" font-size="12" fill="#555555">X is missing.</text></svg>

                """)
    }

    @Test("An SVG document of orbits contains the zone, the orbit, labeled bodies, a ruler, and a legend")
    func orbits() {
        #expect(
            ExamplePictures.orbits.svg() == """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640" role="img" font-family="sans-serif">
                <title>Orbits</title>
                <rect width="960" height="640" fill="#ffffff"/>
                <text x="480.0" y="32.0" text-anchor="middle" font-size="20" fill="#222222">Orbits</text>
                <circle cx="480.0" cy="391.3" r="101.8" fill="none" stroke="#e3f1e4" stroke-width="67.9"><title>the \
                zone</title></circle>
                <path d="M649.7 391.3L480.0 221.7L310.3 391.3L480.0 561.0Z" fill="none" stroke="#555555" \
                stroke-width="0.8" stroke-opacity="0.7"/>
                <g fill="#e69f00" stroke="#ffffff" stroke-width="0.5"><path d="M480.0 383.3l2 5.5h5.6l-4.6 3.5l1.7 \
                5.5l-4.7 -3.3l-4.7 3.3l1.7 -5.5l-4.6 -3.5h5.6Z"><title>the Sun</title></path></g>
                <g fill="#007a55" stroke="#ffffff" stroke-width="0.5"><path d="M578.8 388.3h6v6h-6Z"><title>the \
                Earth</title></path></g>
                <g fill="#0072b2" stroke="#ffffff" stroke-width="0.5"><circle cx="480.0" cy="52.0" r="4.0"/></g>
                <text x="487.0" y="391.1" text-anchor="start" font-size="13" fill="#222222" stroke="#ffffff" \
                stroke-width="3" paint-order="stroke">Sun</text>
                <text x="588.8" y="391.1" text-anchor="start" font-size="13" fill="#222222" stroke="#ffffff" \
                stroke-width="3" paint-order="stroke">Earth</text>
                <text x="487.0" y="51.8" text-anchor="start" font-size="13" fill="#222222" stroke="#ffffff" \
                stroke-width="3" paint-order="stroke">Mars</text>
                <path d="M480.0 585.0H819.3" stroke="#555555"/>
                <text x="480.0" y="579.0" text-anchor="start" font-size="12" fill="#555555">Distance (au)</text>
                <path d="M480.0 585.0v5" stroke="#555555"/>
                <text x="480.0" y="602.0" text-anchor="middle" font-size="12" fill="#222222">0</text>
                <path d="M513.9 585.0v5" stroke="#555555"/>
                <text x="513.9" y="602.0" text-anchor="middle" font-size="12" fill="#222222">1</text>
                <path d="M547.9 585.0v5" stroke="#555555"/>
                <text x="547.9" y="602.0" text-anchor="middle" font-size="12" fill="#222222">2</text>
                <path d="M581.8 585.0v5" stroke="#555555"/>
                <text x="581.8" y="602.0" text-anchor="middle" font-size="12" fill="#222222">3</text>
                <path d="M615.7 585.0v5" stroke="#555555"/>
                <text x="615.7" y="602.0" text-anchor="middle" font-size="12" fill="#222222">4</text>
                <path d="M649.7 585.0v5" stroke="#555555"/>
                <text x="649.7" y="602.0" text-anchor="middle" font-size="12" fill="#222222">5</text>
                <path d="M683.6 585.0v5" stroke="#555555"/>
                <text x="683.6" y="602.0" text-anchor="middle" font-size="12" fill="#222222">6</text>
                <path d="M717.5 585.0v5" stroke="#555555"/>
                <text x="717.5" y="602.0" text-anchor="middle" font-size="12" fill="#222222">7</text>
                <path d="M751.5 585.0v5" stroke="#555555"/>
                <text x="751.5" y="602.0" text-anchor="middle" font-size="12" fill="#222222">8</text>
                <path d="M785.4 585.0v5" stroke="#555555"/>
                <text x="785.4" y="602.0" text-anchor="middle" font-size="12" fill="#222222">9</text>
                <path d="M819.3 585.0v5" stroke="#555555"/>
                <text x="819.3" y="602.0" text-anchor="middle" font-size="12" fill="#222222">10</text>
                <g transform="translate(48.0 621.0)"><g fill="#e69f00" stroke="#555555" stroke-width="0.5"><path \
                d="M0.0 -8.0l2 5.5h5.6l-4.6 3.5l1.7 5.5l-4.7 -3.3l-4.7 3.3l1.7 -5.5l-4.6 -3.5h5.6Z"/></g></g><text \
                x="62.0" y="626.0" text-anchor="start" font-size="13" fill="#222222">star</text>
                <g transform="translate(124.2 621.0)"><g fill="none" stroke="#555555" stroke-width="0.5"><circle \
                cx="0.0" cy="0.0" r="4.0"/></g></g><text x="138.2" y="626.0" text-anchor="start" font-size="13" \
                fill="#222222">orbit</text>
                <g transform="translate(208.5 621.0)"><g fill="#e3f1e4" stroke="#555555" stroke-width="0.5"><path \
                d="M-6.0 -5.0h12v10h-12Z"/></g></g><text x="222.5" y="626.0" text-anchor="start" font-size="13" \
                fill="#222222">habitable zone</text></svg>

                """)
    }

    @Test("An SVG document of a tree contains branches, generations, and lists")
    func tree() {
        #expect(
            ExamplePictures.tree.svg() == """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640" role="img" font-family="sans-serif">
                <title>Relations</title>
                <rect width="960" height="640" fill="#ffffff"/>
                <text x="480.0" y="32.0" text-anchor="middle" font-size="20" fill="#222222">Relations</text>
                <text x="16.0" y="64.0" text-anchor="start" font-size="14" fill="#555555">I</text>
                <text x="68.0" y="64.0" text-anchor="start" font-size="14" fill="#222222">Ed &amp; Edna</text>
                <path d="M73.9 68.2V85.1H88.8" fill="none" stroke="#555555"/>
                <path d="M91.8 93.0h30.8" stroke="#222222"/>
                <text x="16.0" y="90.0" text-anchor="start" font-size="14" fill="#555555">II</text>
                <text x="91.8" y="90.0" text-anchor="start" font-size="14" fill="#222222">Fred</text>
                <path d="M97.8 94.2V111.1H112.6" fill="none" stroke="#555555"/>
                <text x="16.0" y="116.0" text-anchor="start" font-size="14" fill="#555555">III</text>
                <text x="115.6" y="116.0" text-anchor="start" font-size="14" fill="#222222">Pebbles</text>
                <path d="M73.9 68.2V137.1H88.8" fill="none" stroke="#555555"/>
                <text x="16.0" y="142.0" text-anchor="start" font-size="14" fill="#555555">II</text>
                <text x="91.8" y="142.0" text-anchor="start" font-size="14" fill="#222222">Zack</text>
                <text x="595.2" y="64.0" text-anchor="start" font-size="14" fill="#555555">Work</text>
                <text x="609.2" y="90.0" text-anchor="start" font-size="14" fill="#222222">George Slate: \
                manager</text></svg>

                """)
    }
}
