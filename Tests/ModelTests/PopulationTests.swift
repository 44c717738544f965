import Model
import TestSupport
import Testing

@Suite("Test population")
struct PopulationTests {
    @Test func `The seed determines a population, and a larger population starts with the smaller one`() {
        #expect(Population(200, seed: 3).persons == Population(200, seed: 3).persons)
        #expect(Population(200, seed: 3).persons != Population(200, seed: 4).persons)
        #expect(Population(200).persons == Array(Population(400).persons.prefix(200)))
    }

    @Test func `The duplicates of a population share phone numbers`() {
        let population = Population(500, duplicateEvery: 10)
        #expect((20...90).contains(population.duplicates.count))
        for (original, copy) in population.duplicates {
            #expect(original < copy)
            #expect(population.persons[original].phones == population.persons[copy].phones)
        }
        #expect(Population(100, duplicateEvery: 0).duplicates.isEmpty)
    }

    @Test func `A population uses every field of a card`() {
        let persons = Population(500).persons
        for field in Person.fields where !["planet", "contact", "lastContact"].contains(field.key) {
            #expect(persons.contains { !field.read($0).isEmpty }, "\(field.key)")
        }
    }
}
