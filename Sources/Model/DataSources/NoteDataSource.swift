/// Notes about records.
public protocol NoteDataSource: RecordDataSource where Content == Note {}
