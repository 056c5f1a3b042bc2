import { ask } from '#platform/browser/call.ts'
import { announce } from '#platform/ui/display/announce.ts'
import { makeFile } from '#platform/ui/list/make-file.ts'
import { worklist } from '#features/worklist/contract.ts'
import { mostRows } from '#features/worklist/most-rows.ts'
import type { InputOf } from '#platform/calls/contract.ts'

type ExportInput = InputOf<typeof worklist.export> & { type: 'csv' | 'xlsx' | 'pdf' }

/** Makes the list as a file and saves it, or fails; `count`: how many requests it has, if they were counted to the end. */
export async function makeExport(input: ExportInput, count: number | undefined, signal: AbortSignal): Promise<void> {
  announce('The file is being made.')
  const most = mostRows[input.type]
  const isSure = count !== undefined && count <= most
  const rows = isSure ? count : most
  await makeFile(
    (stop) => ask(worklist.export, input, { signal: stop }),
    `${isSure ? '' : 'Up to '}${rows.toLocaleString('en-US')} ${rows === 1 ? 'request' : 'requests'}.`,
    signal,
  )
}
