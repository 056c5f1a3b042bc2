import { history } from '#features/history/contract.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { ask, asFailed } from '#platform/browser/call.ts'
import { saveFile } from '#platform/browser/save-file.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'

type Exported = Pick<AuthDetail, 'authorizationId' | 'stratusClaimId'>

async function download(file: Promise<Blob>): Promise<void> {
  try {
    toast({ words: `${saveFile(await file)} downloaded.` })
  } catch (error) {
    const { message, supportId } = asFailed(error)
    toast({
      tone: 'error',
      words: 'The file could not be made. Nothing was changed.',
      detail: [message, supportId && `Support Id ${supportId}`].filter(Boolean).join(' '),
    })
  }
}

/** All events of a request, CSV. */
export const exportLog = ({ authorizationId }: Exported, zone: string): Promise<void> =>
  download(ask(history.export, { stratusAuthId: authorizationId, timeZone: zone }))

/** A request on paper: the bill, what was decided so far, and the event log. */
export const exportPaper = ({ authorizationId, stratusClaimId }: Exported, zone: string): Promise<void> =>
  download(ask(history.detail, { claimId: stratusClaimId, authorizationId, timeZone: zone }))
