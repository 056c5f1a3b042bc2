/** True when a path is one of a pattern: `:name` stands for one part, `:name?` for one or none. */
export function isPathOf(pattern: string, path: string): boolean {
  const expression = pattern.replaceAll(/\/:\w+\?/g, '(?:/[^/]+)?').replaceAll(/\/:\w+/g, '/[^/]+')
  return new RegExp(`^${expression}$`).test(path)
}
