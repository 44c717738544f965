enum Stub { static func main() {} }
