/** What may be reported of a fault in the pages; nothing else is sent. */
type FaultKind = 'login-error' | 'page-fault' | 'part-missing'

/**
 * Tells the server that something went wrong here: which kind, our own word for it, and the Support Id of the answer it
 * came from, if any. Answers the id under which it is on record. Nothing of the page, the address or the person goes along.
 */
export async function reportFault(kind: FaultKind, code: string, supportId?: string): Promise<string | undefined> {
  const headers = { 'x-portal-request': '1', 'content-type': 'application/json' }
  const body = JSON.stringify({ kind, code, ...(supportId && { supportId }) })
  try {
    const answer = await fetch('/api/monitoring/faults', { method: 'POST', headers, body })
    const said = (await answer.json()) as { supportId?: unknown }
    return answer.ok && typeof said.supportId === 'string' ? said.supportId : undefined
  } catch {
    return undefined
  }
}
