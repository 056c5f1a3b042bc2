import { css, submitScript } from './page-style.ts'

/** What every page says about whose it is and where it leads back to. */
export type PageSetting = { brand: string; portalOrigin: string }

/** What is said when a sign-in is over before it ended. */
export const tooLate = 'This sign-in was open too long or was finished in another tab. Start again.'

/** What is said when it is our fault. */
export const outOfOrder = 'Something is out of order here. Try again in a minute.'

/** The page that asks for username and password; `error` is shown above the form and read out first. */
export function signInPage(setting: PageSetting, form: { username: string; error?: string | undefined }): string {
  const error = form.error === undefined ? '' : errorSummary(form.error)
  const invalid = error === '' ? '' : ' aria-invalid="true" aria-describedby="error"'
  return page(
    setting,
    'Sign in',
    `${error}
<form method="post" novalidate>
<label for="username">Username</label>
<input id="username" name="username" type="text" autocomplete="username" autocapitalize="none" autocorrect="off"
 spellcheck="false" maxlength="100" required value="${escaped(form.username)}"${invalid}${error === '' ? ' autofocus' : ''}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required${invalid}>
<button type="submit">Sign in</button>
</form>
<p class="foot">Demo accounts are listed in the terminal where the portal was started.</p>`,
  )
}

/** The page that has a new password chosen before the first or next sign-in goes on. */
export function newPasswordPage(
  setting: PageSetting,
  form: { username: string; ticket: string; error?: string | undefined },
): string {
  const error = form.error === undefined ? '' : errorSummary(form.error)
  const invalid = error === '' ? '' : ' aria-invalid="true"'
  const describe = error === '' ? 'aria-describedby="rule"' : 'aria-describedby="rule error"'
  return page(
    setting,
    'Choose a new password',
    `${error}
<form method="post" novalidate>
<input type="hidden" name="ticket" value="${escaped(form.ticket)}">
<input type="text" name="username" autocomplete="username" value="${escaped(form.username)}" readonly hidden>
<label for="new-password">New password</label>
<p class="hint" id="rule">12 characters or more, without your username</p>
<input id="new-password" name="newPassword" type="password" autocomplete="new-password" maxlength="256" required
 ${describe}${invalid}${error === '' ? ' autofocus' : ''}>
<label for="repeat-password">New password again</label>
<input id="repeat-password" name="repeatPassword" type="password" autocomplete="new-password" maxlength="256" required${invalid}>
<button type="submit">Save and sign in</button>
</form>`,
  )
}

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
