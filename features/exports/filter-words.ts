/** What filters may say in the list of exports: codes, places and days. The value of every other filter may name somebody. */
const plain: ReadonlySet<string> = new Set([
  'Status',
  'State',
  'Sub-carrier',
  'Type',
  'Kind',
  'Delivery',
  'Reject codes',
  'Reconsideration level',
  'Received',
  'In force',
  'Selected requests only',
])

/** Filters in words ("Status: Pending") for the list of exports: of those that may name somebody only that they were used. */
export const withoutNames = (filters: readonly string[]): string[] =>
  filters.map((words) => {
    const [name = ''] = words.split(':', 1)
    return name === words || plain.has(name) ? words : name
  })
