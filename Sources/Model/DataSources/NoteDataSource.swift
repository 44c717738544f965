/// A data source for notes.
public protocol NoteDataSource: RecordDataSource where Content == Note {}
