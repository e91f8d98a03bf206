/// The parameters of a statement that is put together from several, each with parameters of its own.
package struct PostgreSQLParameters {
  /// The values of `$1` and so on.
  package private(set) var values: [PostgreSQLValue] = []

  package init() {}

  /// Adds a value; returns its place in the statement, such as `$3`.
  package mutating func add(_ value: PostgreSQLValue) -> String {
    values.append(value)
    return "$\(values.count)"
  }

  /// Adds the columns of rows; returns these rows as a table: `unnest($3::text[], $4::bigint[])`.
  package mutating func add(_ columns: [PostgreSQLValue]) -> String {
    let arrays = columns.map { add($0) + "::" + $0.type.name }
    return "unnest(\(arrays.joined(separator: ", ")))"
  }
}
