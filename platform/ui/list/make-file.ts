import type { CallFailed } from '../../browser/call.ts'
import { saveFile } from '../../browser/save-file.ts'
import { toast } from '../overlay/toasts.ts'

/** Fetches a file, hands it to the browser's downloads, and says how it ended. `rows`: what the file has. */
export async function makeFile(
  fetchFile: (signal: AbortSignal) => Promise<Blob>,
  rows: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    toast({ words: `${saveFile(await fetchFile(signal))} downloaded.`, detail: rows })
  } catch (error) {
    if (signal.aborted) return void toast({ tone: 'info', words: 'The export was canceled.' })
    const { message, supportId } = error as Partial<CallFailed>
    const detail = [message, supportId && `Support Id ${supportId}`].filter(Boolean).join(' ')
    toast({ tone: 'error', words: 'The file could not be made. Nothing was changed.', detail })
  }
}
