import { ask } from '#platform/browser/call.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import { exportName } from '#features/worklist/rules.ts'

type ExportInput = Omit<InputOf<typeof worklist.export>, 'type' | 'timeZone'>

/** Fetches the list as a file and hands it to the browser's downloads; returns the file's name. */
export async function download(
  type: 'csv' | 'pdf',
  input: ExportInput,
  timeZone: string,
  signal: AbortSignal,
): Promise<string> {
  const file = await ask(worklist.export, { type, timeZone, ...input }, { signal })
  const name = exportName(type, input.complete ?? false)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // By then the download has its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  return name
}
