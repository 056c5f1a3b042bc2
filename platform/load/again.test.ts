import fc from 'fast-check'
import { expect, test } from 'vitest'
import { againHead, againLine } from './again.ts'
import { columnsOf, loadBatch, type FileKind } from './load.ts'
import { csvFile, recordsIn, type FileRecord, type FileShape } from './records.ts'

const tabs: FileShape = { delimiter: '\t', quoted: false, encoding: 'windows-1252' }
const columns = ['claim', 'name'] as const
const kindOf = (shape: FileShape): FileKind<Record<string, string>, (typeof columns)[number]> => ({
  kind: 'workers',
  shape,
  columns,
  ours: true,
  read: (cell) =>
    cell('claim') === 'BAD'
      ? { problems: [{ column: 'claim', message: 'Enter a claim, "C1" or so.' }] }
      : { row: { claim: cell('claim'), name: cell('name') } },
  store: async (rows) => ({ stored: rows.length, refused: [] }),
})
async function read(content: Uint8Array, shape: FileShape): Promise<FileRecord[]> {
  const found: FileRecord[] = []
  const whole = (async function* () {
    yield content
  })()
  for await (const one of recordsIn(whole, shape)) found.push(one)
  return found
}
/** The refused lines of a file as a file, and what was loaded of it. */
async function refusedOf(content: Uint8Array, shape: FileShape) {
  const [head, ...lines] = await read(content, shape)
  const stored: Record<string, string>[] = []
  const kind = kindOf(shape)
  const { refused } = await loadBatch(
    {
      ...kind,
      store: async (rows) => {
        stored.push(...rows.map(({ row }) => row))
        return { stored: rows.length, refused: [] }
      },
    },
    columnsOf(head!.cells, kind),
    lines,
    async () => [],
  )
  const parts = [againHead(shape, head!)]
  for (const line of lines) {
    const why = refused.filter((one) => one.line === line.line).map(({ message }) => message)
    if (why.length > 0) parts.push(againLine(shape, head!, line, why.join(' ')))
  }
  return { stored, refused, again: Buffer.concat(parts) }
}

test.each<[string, FileShape, string, string]>([
  ['a comma too many', csvFile, 'C1,Ash\nC2,Birch,Jr\n', 'C2,Birch,Jr,"This line has 3 cells and the first line 2.'],
  ['a cell too few', csvFile, 'C2\n', 'C2,"This line has 1 cell and the first line 2.'],
  ['text after a quotation mark', csvFile, '"C2"x,Birch\n', '"C2"x,Birch,"Cell 1 has text after its closing'],
  ['a cell that is wrong', csvFile, 'BAD,Ash\n', '"BAD","Ash","Enter a claim, ""C1"" or so."'],
  ['a line end in a cell', csvFile, 'BAD,"Ash\nBirch"\n', '"BAD","Ash\nBirch","Enter a claim'],
  ['an empty cell too many', csvFile, 'C2,Birch,\n', 'C2,Birch,,"This line has 3 cells and the first line 2.'],
  ['letters of the code page of Windows', tabs, 'BAD\tJosé\n', 'BAD\tJosé\tEnter a claim, "C1" or so.'],
  ['tabs', tabs, 'C1\tAsh\tJr\n', 'C1\tAsh\tJr\tThis line has 3 cells'],
])(
  'A line that was refused for %s is in a file to mend, and is refused again as it is',
  async (_, shape, lines, says) => {
    const text = `${columns.join(shape.delimiter)}\n${lines}`
    const bytes = shape === csvFile ? Buffer.from(text) : Buffer.from(text, 'latin1')
    const first = await refusedOf(bytes, shape)
    expect(first.refused).toHaveLength(1)
    const shown = new TextDecoder(shape.encoding).decode(first.again)
    expect(shown.startsWith(`${columns.join(shape.delimiter)}${shape.delimiter}what_is_wrong\r\n`)).toBe(true)
    expect(shown).toContain(says)
    const second = await refusedOf(first.again, shape)
    expect([second.stored, second.refused.length]).toEqual([[], 1])
    // Mended, it is loaded; the column that says what was wrong is passed over.
    const mended = Buffer.from(`claim,name,what_is_wrong\nC9,Ash,Enter a claim\n`)
    expect(await refusedOf(mended, csvFile)).toMatchObject({ stored: [{ claim: 'C9', name: 'Ash' }], refused: [] })
  },
)

test('However often a file of refused lines comes back unmended, nothing of it is loaded', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', ',', '"', '\n', ' '), maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 6 }), async (rows) => {
      const lines = rows.map((cells) => ['BAD', ...cells].map((one) => `"${one.replaceAll('"', '""')}"`).join(','))
      let content: Uint8Array = Buffer.from(['claim,name', ...lines].join('\n'))
      const { refused } = await refusedOf(content, csvFile)
      for (let turn = 0; turn < 3; turn += 1) {
        const of = await refusedOf(content, csvFile)
        expect([of.stored, of.refused.length]).toEqual([[], refused.length])
        content = of.again
      }
    }),
  )
})
