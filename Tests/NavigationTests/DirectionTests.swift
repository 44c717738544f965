import Navigation
import Testing

struct DirectionTests {
    @Test(
        arguments: [
            (.push(.home), .left), (.open(Path(.home)), .left), (.back, .right), (.leave, .right),
            (.present(.home), .down), (.dismiss, .up), (.replace(.home), nil), (.stay, nil),
            (.all([.push(.home), .tell(.nothing)]), .left),
        ] as [(NavigationAction, NavigationAction.Direction?)])
    func `The direction of a transition depends on the action`(
        action: NavigationAction, direction: NavigationAction.Direction?
    ) {
        #expect(action.direction == direction)
    }
}
