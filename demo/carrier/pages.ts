import { css, submitScript } from '#platform/text/page-style.ts'
import { xmlText as escaped } from '#platform/identity/saml/xml.ts'

/** The sign-in page; what came with the request goes back with the form. */
export function employeePage(of: {
  carrier: string
  /** Address the form is sent to. */
  action: string
  username: string
  request: string
  relayState: string
  error?: string
}): string {
  const error =
    of.error === undefined
      ? ''
      : `<div class="error" id="error" role="alert" tabindex="-1" autofocus>${escaped(of.error)}</div>\n`
  const invalid = error === '' ? '' : ' aria-invalid="true" aria-describedby="error"'
  return page(
    of.carrier,
    'Employee sign-in',
    `${error}<form method="post" action="${escaped(of.action)}" novalidate>
<input type="hidden" name="SAMLRequest" value="${escaped(of.request)}">
<input type="hidden" name="RelayState" value="${escaped(of.relayState)}">
<label for="username">Username</label>
<input id="username" name="username" type="text" autocomplete="username" autocapitalize="none" autocorrect="off"
 spellcheck="false" maxlength="100" required value="${escaped(of.username)}"${invalid}${error === '' ? ' autofocus' : ''}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required${invalid}>
<button type="submit">Log In</button>
</form>
<p class="foot">Accounts of this demonstration are listed in the terminal where the portal was started.</p>`,
  )
}

/** Carries the signed answer to the service: by itself, or by its button where there are no scripts. */
export const answerPage = (of: { carrier: string; acsUrl: string; samlResponse: string; relayState: string }): string =>
  page(
    of.carrier,
    'Signed in',
    `<p>Opening the portal.</p>
<form method="post" action="${escaped(of.acsUrl)}">
<input type="hidden" name="SAMLResponse" value="${escaped(of.samlResponse)}">
<input type="hidden" name="RelayState" value="${escaped(of.relayState)}">
<button type="submit">Continue</button>
</form>
<script>${submitScript}</script>`,
  )

/** A page of one sentence. */
export const sentencePage = (carrier: string, title: string, sentence: string): string =>
  page(carrier, title, `<p>${escaped(sentence)}</p>`)

const page = (carrier: string, title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${css}</style>
</head>
<body>
<main>
<p class="brand">${escaped(carrier)}</p>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`
