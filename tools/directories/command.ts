import { CannotStart } from '#platform/cannot-start.ts'
import { lastLoads } from '#platform/load/load-sql.ts'
import type { FileKind } from '#platform/load/load.ts'
import { kinds } from './kinds.ts'
import { loadFile, type LoadContext } from '../load-file.ts'

export const use = `Use: npm run directories -- nppes npidata_pfile.csv
     npm run directories -- deactivated deactivated.csv
     npm run directories -- codes codes.csv
     npm run directories -- ndc product.txt package.txt
     npm run directories -- dea registrations.csv
     npm run directories -- networks networks.csv
     npm run directories -- zip Gaz_zcta_national.txt
     npm run directories -- list`

/** Does what the words of the command say and reports in lines. Throws `CannotStart` with a sentence about what is wrong. */
export async function runDirectories(words: readonly string[], context: LoadContext): Promise<void> {
  const [verb = '', ...files] = words
  if (verb === 'list' && files.length === 0) {
    const { rows } = await context.db.query(lastLoads().text)
    if (rows.length === 0) return context.tell('No file was loaded.')
    for (const row of rows as ReturnType<typeof lastLoads>['row'][])
      context.tell(
        `${row.kind} ${row.file_name}: ${Number(row.stored).toLocaleString('en-US')} stored, ${row.refused} refused, ` +
          (row.finished_at
            ? `loaded ${row.finished_at.toISOString()}`
            : `cut off after line ${row.lines_done}; load it again`),
      )
    return
  }
  const wanted: readonly unknown[] | undefined = Object.hasOwn(kinds, verb)
    ? kinds[verb as keyof typeof kinds]
    : undefined
  if (wanted === undefined || wanted.length !== files.length) throw new CannotStart(use)
  for (const [at, kind] of wanted.entries()) await loadFile(kind as FileKind<unknown>, files[at]!, context)
}
