import type { IncomingMessage } from 'node:http'
import type { ProviderLog } from './demo-provider.ts'
import { accountNamed } from './accounts.ts'
import { readForm, refuseOtherSites } from './forms.ts'
import { whyNotPassword, type InteractionSetting, type Shown } from './interaction.ts'
import { forgotPage, forgotSentPage, mailboxPage, messagePage, newPasswordPage } from './pages.ts'
import { mayAsk, recover, recovering, sendRecovery, type Recovery } from './recovery.ts'

export type RecoverySetting = InteractionSetting & {
  recovery: Recovery
  /** What links in mails begin with. */
  issuer: string
  /** What addresses of this provider begin with. */
  base: string
  log: ProviderLog
}

type RecoveryPath = { page: 'forgot' | 'mailbox' } | { page: 'new-password'; token: string }

/** Which page of recovering a password an address is, below the provider's own part. */
export function recoveryPathOf(path: string): RecoveryPath | undefined {
  if (path === '/forgot' || path === '/mailbox') return { page: path.slice(1) as 'forgot' | 'mailbox' }
  return path.startsWith('/new-password/')
    ? { page: 'new-password', token: path.slice('/new-password/'.length) }
    : undefined
}

/** The pages between a forgotten password and a new one. Their texts do not reveal which accounts exist. */
export async function recoverPassword(
  setting: RecoverySetting,
  request: IncomingMessage,
  path: RecoveryPath,
): Promise<Shown> {
  const form = request.method === 'POST' ? await formOf(setting, request) : undefined
  if (path.page === 'new-password') return chooseByLink(setting, form, path.token)
  const username = (form?.get('username') ?? '').slice(0, 100)
  if (path.page === 'mailbox') return openMailbox(setting, username)
  if (!form) return { status: 200, html: forgotPage(setting, { username: '' }) }
  if (username.trim() === '')
    return { status: 422, html: forgotPage(setting, { username, error: 'Enter your username.' }) }
  if (!(await mayAsk(setting.pool, username, request.socket.remoteAddress ?? ''))) {
    const error = 'Too many attempts. Try again in an hour.'
    return { status: 429, html: forgotPage(setting, { username, error }), retryAfterSeconds: 3600 }
  }
  // After the response, so that its time does not reveal whether the account exists.
  void accountNamed(setting.pool, username)
    .then((account) => sendRecovery(setting, account))
    .catch((error: unknown) => setting.log.error({ err: error }, 'a recovery mail was not sent'))
  const mailbox = setting.recovery.mailbox && `${setting.base}/mailbox`
  return { status: 200, html: forgotSentPage(setting, username, mailbox) }
}

async function formOf(setting: RecoverySetting, request: IncomingMessage): Promise<URLSearchParams> {
  refuseOtherSites(request, setting.issuerOrigin)
  return readForm(request, 8 * 1024)
}

async function chooseByLink(
  setting: RecoverySetting,
  form: URLSearchParams | undefined,
  token: string,
): Promise<Shown> {
  const over: Shown = {
    status: 410,
    html: messagePage(
      setting,
      'This link is no longer good',
      'It was used, replaced by a newer one, or is older than 30 minutes.',
    ),
  }
  const account = await recovering(setting.pool, token)
  if (!account) return over
  const { username } = account
  if (!form) return { status: 200, html: newPasswordPage(setting, { username }) }
  const password = form.get('newPassword') ?? ''
  const error = await whyNotPassword(account, password, form.get('repeatPassword') ?? '')
  if (error !== undefined) return { status: 422, html: newPasswordPage(setting, { username, error }) }
  if (!(await recover(setting.pool, token, account, password))) return over
  await setting.recovery.changed?.(account.subject)
  return {
    status: 200,
    html: messagePage(setting, 'Your new password is saved', 'You are signed out everywhere. Log in with it now.'),
  }
}

/** What arrived for a demo account. Anybody may look: the accounts and their password are public too. */
async function openMailbox(setting: RecoverySetting, username: string): Promise<Shown> {
  const { mailbox } = setting.recovery
  if (!mailbox) return { status: 404, html: messagePage(setting, 'Page not found', 'There is no such page here.') }
  const account = await accountNamed(setting.pool, username)
  return { status: 200, html: mailboxPage(setting, username, account ? await mailbox(account.email) : []) }
}
