// A section of docs/rules.md: a heading, what it is about, and a table.

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

export function table(
  title: string,
  about: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
  return [`## ${title}`, '', about, '', line(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(line)].join(
    '\n',
  )
}
