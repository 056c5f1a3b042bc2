import { contentSecurityPolicy, css } from '../demo-provider/page-style.ts'
import { alreadyIn, continuing } from './words.ts'
import { xmlText } from './xml.ts'

export type ContinuePage = {
  hubUrl: string
  samlResponse: string
  relayState: string
  /** Somebody is signed in here and may be replaced by another person. */
  notice: boolean
}

/** The post page for browsers that run no scripts: the same form, sent by its button (bar S-032). */
export const continuePage = ({ hubUrl, samlResponse, relayState, notice }: ContinuePage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign-in</title>
<style>${css}</style>
</head>
<body>
<main>
<h1>${continuing}</h1>
${notice ? `<p>${alreadyIn}</p>\n` : ''}<form method="post" action="${xmlText(hubUrl)}">
<input type="hidden" name="SAMLResponse" value="${xmlText(samlResponse)}">
<input type="hidden" name="RelayState" value="${xmlText(relayState)}">
<button type="submit">Continue</button>
</form>
</main>
</body>
</html>
`

/** What that page may do: send its form to the hub. */
export const continuePolicy = (hubUrl: string): string => contentSecurityPolicy(new URL(hubUrl).origin)
