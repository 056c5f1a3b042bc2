import { exactWords } from '#platform/dates/words.ts'
import { css, submitScript } from '#platform/text/page-style.ts'
import type { Mail } from './recovery.ts'

/** What every page shows of the product, and its link back to the portal. */
export type PageSetting = {
  brand: string
  portalOrigin: string
  /** Where a forgotten password is asked for; there is no such page without. */
  forgotHref?: string | undefined
}

/** The text for a sign-in that expired. */
export const tooLate = 'This sign-in was open too long or was finished in another tab. Start again.'

/** The text for a fault of the provider. */
export const outOfOrder = 'Something is out of order here. Try again in a minute.'

/** The page that asks for username and password; `error` is shown above the form and read out first. */
export function signInPage(setting: PageSetting, form: { username: string; error?: string | undefined }): string {
  const error = form.error === undefined ? '' : errorSummary(form.error)
  const invalid = error === '' ? '' : ' aria-invalid="true" aria-describedby="error"'
  return page(
    setting,
    'Log In',
    `${error}
<form method="post" novalidate>
<label for="username">Username</label>
<input id="username" name="username" type="text" autocomplete="username" autocapitalize="none" autocorrect="off"
 spellcheck="false" maxlength="100" required value="${escaped(form.username)}"${invalid}${error === '' ? ' autofocus' : ''}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required${invalid}>
<button type="submit">Log In</button>
</form>${setting.forgotHref === undefined ? '' : `\n<p class="more"><a href="${escaped(setting.forgotHref)}">Forgot your password?</a></p>`}
<p class="foot">Demo accounts are listed in the terminal where the portal was started.</p>`,
  )
}

/** The page that has a new password chosen: before a sign-in goes on, where there is a ticket, or by a link from a mail. */
export function newPasswordPage(
  setting: PageSetting,
  form: { username: string; ticket?: string; error?: string | undefined },
): string {
  const error = form.error === undefined ? '' : errorSummary(form.error)
  const invalid = error === '' ? '' : ' aria-invalid="true"'
  const describe = error === '' ? 'aria-describedby="rule"' : 'aria-describedby="rule error"'
  return page(
    setting,
    'Choose a new password',
    `${error}
<form method="post" novalidate>
${form.ticket === undefined ? '' : `<input type="hidden" name="ticket" value="${escaped(form.ticket)}">\n`}<input type="text" name="username" autocomplete="username" value="${escaped(form.username)}" readonly hidden>
<label for="new-password">New password</label>
<p class="hint" id="rule">12 characters or more, without your username</p>
<input id="new-password" name="newPassword" type="password" autocomplete="new-password" maxlength="256" required
 ${describe}${invalid}${error === '' ? ' autofocus' : ''}>
<label for="repeat-password">New password again</label>
<input id="repeat-password" name="repeatPassword" type="password" autocomplete="new-password" maxlength="256" required${invalid}>
<button type="submit">${form.ticket === undefined ? 'Save' : 'Save and log in'}</button>
</form>`,
  )
}

/** The page that asks whose password was forgotten. */
export function forgotPage(setting: PageSetting, form: { username: string; error?: string | undefined }): string {
  const error = form.error === undefined ? '' : errorSummary(form.error)
  return page(
    setting,
    'Forgot your password?',
    `${error}
<p>Enter your username. We send a link for choosing a new password to the mail address of your account.</p>
<form method="post" novalidate>
<label for="username">Username</label>
<input id="username" name="username" type="text" autocomplete="username" autocapitalize="none" autocorrect="off"
 spellcheck="false" maxlength="100" required value="${escaped(form.username)}"${error === '' ? ' autofocus' : ' aria-invalid="true" aria-describedby="error"'}>
<button type="submit">Send the link</button>
</form>
<p class="more"><a href="${escaped(setting.portalOrigin)}/login">Back to ${escaped(setting.brand)}</a></p>`,
  )
}

/** The same words whether there is such an account or not. `mailboxHref`: where mail does not leave the portal. */
export function forgotSentPage(setting: PageSetting, username: string, mailboxHref: string | undefined): string {
  const mailbox =
    mailboxHref === undefined
      ? ''
      : `
<p class="hint">This demonstration sends no mail: it keeps it in a mailbox that anybody may open.</p>
<form method="post" action="${escaped(mailboxHref)}">
<input type="hidden" name="username" value="${escaped(username)}">
<button type="submit" class="second">Open the demo mailbox</button>
</form>`
  const sentence =
    'If there is an account of that name with a password, a link for choosing a new one is on its way to its mail address. It works once, within 30 minutes.'
  return page(
    setting,
    'Check your e-mail',
    `<p>${sentence}</p>
<a class="button" href="${escaped(setting.portalOrigin)}/login">Back to ${escaped(setting.brand)}</a>${mailbox}`,
  )
}

/** The stand-in for the mailbox of a demo account: newest first, with the links of its mails to click. */
export function mailboxPage(setting: PageSetting, username: string, mails: readonly Mail[]): string {
  const items = mails.map(
    ({ at, title, text }) =>
      `<li><h2>${escaped(title)}</h2><p class="hint">${escaped(exactWords(at, 'America/New_York'))}</p><p class="mail">${linked(text)}</p></li>`,
  )
  return page(
    setting,
    'Demo mailbox',
    `${items.length === 0 ? '<p>There is no mail yet. It may take a moment.</p>' : `<ul>${items.join('')}</ul>`}
<form method="post">
<input type="hidden" name="username" value="${escaped(username)}">
<button type="submit">Look again</button>
</form>
<p class="more"><a href="${escaped(setting.portalOrigin)}/login">Back to ${escaped(setting.brand)}</a></p>`,
  )
}

/** A text as markup, its web addresses as links. */
const linked = (text: string): string =>
  escaped(text).replaceAll(/https?:\/\/[\w.:/-]+/g, (address) => `<a href="${address}" rel="noreferrer">${address}</a>`)

/** Ends the session: at once when the portal asked for it, else after a click. `form` comes from oidc-provider. */
export function signOutPage(setting: PageSetting, form: string, atOnce: boolean): string {
  // Without the field "logout" the browser is sent on but the session lives.
  const yes = '<input type="hidden" name="logout" value="yes" form="op.logoutForm">'
  if (atOnce) {
    const body = `<p>Signing you out.</p>\n${form}\n${yes}\n<button type="submit" form="op.logoutForm">Continue</button>`
    return page(setting, 'Sign out', `${body}\n<script>${submitScript}</script>`)
  }
  return page(
    setting,
    'Sign out?',
    `<p>You are signed in here. Do you want to sign out?</p>
${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button type="submit" form="op.logoutForm" class="second">Stay signed in</button>`,
  )
}

/** A page of one sentence and a way back to the portal. */
export function messagePage(setting: PageSetting, title: string, sentence: string): string {
  const back = `<a class="button" href="${escaped(setting.portalOrigin)}/login">Back to ${escaped(setting.brand)}</a>`
  return page(setting, title, `<p>${escaped(sentence)}</p>\n${back}`)
}

function page(setting: PageSetting, title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${css}</style>
</head>
<body>
<main>
<p class="brand">${escaped(setting.brand)}</p>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`
}

const errorSummary = (text: string): string =>
  `<div class="error" id="error" role="alert" tabindex="-1" autofocus>${escaped(text)}</div>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark)
