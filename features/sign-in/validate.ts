// The session call written by hand: these pages load no contract.

type Validated =
  | { kind: 'lives'; ssoUser: boolean }
  | { kind: 'none' }
  | { kind: 'unreachable' }
  /** The session is valid, but its user is refused. */
  | { kind: 'refused'; code: string; message: string; supportId: string | undefined }

const ours = { 'x-portal-request': '1' }
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Whether the session is valid, and the server's message when it is not. */
export async function validate(): Promise<Validated> {
  const response = await fetch('/api/user/details', { headers: ours }).catch(() => undefined)
  if (!response || response.status === 503) return { kind: 'unreachable' }
  const said = (await response.json().catch(() => ({}))) as Record<string, unknown>
  if (response.ok) return { kind: 'lives', ssoUser: said['ssoUser'] === true }
  if (response.status === 401) return { kind: 'none' }
  const status = (said['status'] ?? {}) as { code?: unknown; message?: unknown }
  return {
    kind: 'refused',
    code: text(status.code),
    // The message of a fault contains its Support Id and needs no other words.
    message: [text(status.message), text(said['data'])].filter(Boolean).join(' ').slice(0, 300),
    supportId: text(said['supportId']) || undefined,
  }
}

/**
 * Ends the session as far as possible. Answers where the provider's session ends too, null where there is no such way, and
 * nothing where the server did not answer.
 */
export async function leaveSession(): Promise<string | null | undefined> {
  const headers = { ...ours, 'content-type': 'application/json' }
  const response = await fetch('/api/logout', { method: 'POST', headers, body: '{}' }).catch(() => undefined)
  if (!response?.ok) return undefined
  const said = (await response.json().catch(() => ({}))) as Record<string, unknown>
  return text(said['logoutUrl']) || null
}
