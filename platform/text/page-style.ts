import { createHash } from 'node:crypto'

/** The look of the provider's few pages: the portal's colours and sizes, light and dark by the system. */
export const css = `
:root { color-scheme: light dark;
  --canvas: light-dark(#F3F6F6, #0B1213); --surface: light-dark(#FFFFFF, #121B1C); --border: light-dark(#DBE3E3, #253436);
  --border-strong: light-dark(#7B8F90, #637B7D); --text: light-dark(#0E2021, #E7EFEF); --text-2: light-dark(#364B4C, #BCCACA);
  --text-3: light-dark(#546A6B, #94A8A9); --primary: light-dark(#0B6A69, #3DBDB4); --primary-hover: light-dark(#08585A, #52CCC3);
  --on-primary: light-dark(#FFFFFF, #03211F); --link: light-dark(#0A6463, #5CD0C7); --focus: light-dark(#0A7F7D, #5CD6CE);
  --danger: light-dark(#BE2A22, #F0736A); --danger-text: light-dark(#AB1F1A, #FF9C92);
  --danger-subtle: light-dark(#FDECEA, #3A1715); --danger-line: light-dark(#F1BDB8, #6E2C27); }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--canvas);
  color: var(--text); font: 420 14px/20px "Inter Variable", Inter, "Segoe UI", system-ui, -apple-system, Roboto, Arial, sans-serif; }
main { width: 100%; max-width: 400px; padding: 32px; background: var(--surface); border: 1px solid var(--border);
  border-radius: 14px; }
.brand { margin: 0 0 4px; color: var(--text-2); font-weight: 530; }
h1 { margin: 0 0 20px; font-size: 26px; line-height: 32px; font-weight: 680; letter-spacing: -0.022em; }
p { margin: 0 0 16px; color: var(--text-2); }
label { display: block; margin: 0 0 6px; font-weight: 530; }
.hint { margin: -2px 0 6px; color: var(--text-3); font-size: 12px; line-height: 16px; }
input { display: block; width: 100%; height: 44px; margin: 0 0 16px; padding: 0 12px; color: inherit; font: inherit;
  background: var(--surface); border: 1px solid var(--border-strong); border-radius: 6px; }
input[aria-invalid] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
button, .button { display: block; width: 100%; min-height: 44px; padding: 11px 18px; font: inherit; font-weight: 620;
  text-align: center; text-decoration: none; color: var(--on-primary); background: var(--primary);
  border: 1px solid transparent; border-radius: 6px; cursor: pointer; }
button:hover, .button:hover { background: var(--primary-hover); }
button.second { margin-top: 12px; color: var(--text); background: var(--surface); border-color: var(--border-strong); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.error { margin: 0 0 20px; padding: 12px 14px; color: var(--danger-text); font-weight: 530; background: var(--danger-subtle);
  border: 1px solid var(--danger-line); border-radius: 8px; }
.more { margin: 16px 0 0; text-align: center; }
.more a { display: inline-block; padding: 4px 8px; }
.button + .hint { margin: 20px 0 8px; }
ul { list-style: none; margin: 0 0 20px; padding: 0; }
li { padding: 14px 0; border-top: 1px solid var(--border); }
h2 { margin: 0 0 4px; font-size: 15px; line-height: 20px; font-weight: 620; }
.mail { margin: 0; white-space: pre-line; overflow-wrap: anywhere; }
.foot { margin: 20px 0 0; color: var(--text-3); font-size: 12px; line-height: 16px; }
a { color: var(--link); }
a.button { color: var(--on-primary); }
@media (max-width: 480px) { body { place-items: start stretch; } main { max-width: none; padding: 24px 20px; } }
@media (forced-colors: active) { button, .button { border-color: ButtonText; } }
`

/** Sends the only form of the page; without scripts its button does the same. */
export const submitScript = 'document.forms[0].submit()'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** What the provider's pages may load and where their forms may lead: nothing foreign but the portal itself. */
export function contentSecurityPolicy(portalOrigin: string): string {
  // form-action also governs where the answer to a form redirects, which is the portal's callback.
  return [
    `default-src 'none'`,
    `style-src ${hashOf(css)}`,
    `script-src ${hashOf(submitScript)}`,
    `form-action 'self' ${portalOrigin}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}
