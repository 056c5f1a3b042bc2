import { z } from 'zod'
import { ask } from '#platform/browser/call.ts'
import { saveFile } from '#platform/browser/save-file.ts'
import type { AnyCall, Line } from '#platform/calls/contract.ts'
import { exportList, type Export } from './contract.ts'

/** Makes a file of the list again and saves it, with the rights of this user; the list has it as a new entry. Answers its name. */
export async function makeAgain({ exportId }: Pick<Export, 'exportId'>): Promise<string> {
  const { line, input } = await ask(exportList.again, { exportId })
  const shape = Object.fromEntries(Object.keys(input).map((name) => [name, z.unknown()]))
  const call: AnyCall = {
    ...exportList.list,
    name: 'exports.madeAgain',
    line: line as Line,
    file: 'the kind it had',
    input: z.strictObject(shape),
    output: z.unknown(),
  }
  return saveFile((await ask(call, input)) as File)
}
