import { css, submitScript } from '../text/page-style.ts'

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => marks[mark]!)

/**
 * The page that leads on to the sign-out page of the identity provider. It sends what the provider wants as a form
 * (OpenID Connect RP-Initiated Logout 1.0, section 2, lets the client choose): in an address the ID token would be shown, and
 * kept by the history and by the logs of both sides.
 */
export function signOutPage(address: string): string {
  const url = new URL(address)
  const fields = [...url.searchParams].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Log out</title>
<style>${css}</style>
</head>
<body>
<main>
<h1>Logging you out</h1>
<form method="post" action="${escaped(url.origin + url.pathname)}">
${fields.join('\n')}
<button type="submit">Continue</button>
</form>
</main>
<script>${submitScript}</script>
</body>
</html>
`
}
