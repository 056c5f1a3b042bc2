import { createHash } from 'node:crypto'

/** The look of the mailbox: the portal's colours and sizes, light and dark by the system. */
export const css = `
:root { color-scheme: light dark;
  --canvas: light-dark(#F3F6F6, #0B1213); --surface: light-dark(#FFFFFF, #121B1C); --border: light-dark(#DBE3E3, #253436);
  --border-strong: light-dark(#7B8F90, #637B7D); --text: light-dark(#0E2021, #E7EFEF); --text-2: light-dark(#364B4C, #BCCACA);
  --text-3: light-dark(#546A6B, #94A8A9); --primary: light-dark(#0B6A69, #3DBDB4); --primary-hover: light-dark(#08585A, #52CCC3);
  --on-primary: light-dark(#FFFFFF, #03211F); --link: light-dark(#0A6463, #5CD0C7); --focus: light-dark(#0A7F7D, #5CD6CE);
  --chip: light-dark(#E8EEEE, #1D2A2B); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; padding: 32px 16px; background: var(--canvas); color: var(--text);
  font: 420 14px/20px "Inter Variable", Inter, "Segoe UI", system-ui, -apple-system, Roboto, Arial, sans-serif; }
main { width: 100%; max-width: 1040px; margin: 0 auto; padding: 32px; background: var(--surface);
  border: 1px solid var(--border); border-radius: 14px; }
main.letter { max-width: 720px; }
.brand { margin: 0 0 4px; color: var(--text-2); font-weight: 530; }
h1 { margin: 0 0 8px; font-size: 26px; line-height: 32px; font-weight: 680; letter-spacing: -0.022em; overflow-wrap: anywhere; }
p { margin: 0 0 20px; color: var(--text-2); }
a { color: var(--link); }
a, button, input, select { border-radius: 6px; }
form { display: flex; flex-wrap: wrap; align-items: end; gap: 12px; margin: 0 0 20px; }
form div { flex: 0 1 220px; min-width: 0; }
form div.wide { flex: 1 1 260px; }
label { display: block; margin: 0 0 6px; font-weight: 530; }
input, select { display: block; width: 100%; height: 44px; padding: 0 12px; color: inherit; font: inherit;
  background: var(--surface); border: 1px solid var(--border-strong); }
button { min-height: 44px; padding: 11px 18px; font: inherit; font-weight: 620; color: var(--on-primary);
  background: var(--primary); border: 1px solid transparent; cursor: pointer; }
button:hover { background: var(--primary-hover); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
ol { list-style: none; margin: 0; padding: 0; }
li { display: grid; grid-template-columns: 112px minmax(0, 1.2fr) minmax(0, 2fr) 190px; gap: 2px 16px; padding: 12px 0;
  border-top: 1px solid var(--border); }
li b { font-weight: 620; overflow-wrap: anywhere; }
li span, li small { min-width: 0; overflow-wrap: anywhere; }
li a { display: inline-block; min-height: 24px; font-weight: 620; }
small { display: block; color: var(--text-3); font-size: 12px; line-height: 16px; }
.chip { justify-self: start; align-self: start; padding: 2px 8px; font-size: 12px; font-weight: 620; color: var(--text-2);
  background: var(--chip); border-radius: 6px; }
.when { text-align: right; color: var(--text-2); }
nav { display: flex; flex-wrap: wrap; gap: 8px 20px; margin: 20px 0 0; }
nav a { display: inline-block; padding: 4px 0; font-weight: 530; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 16px; margin: 0 0 20px; padding: 16px 0;
  border: 1px solid var(--border); border-width: 1px 0; }
dt { color: var(--text-3); }
dd { margin: 0; overflow-wrap: anywhere; }
.body { margin: 0; color: var(--text); white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 720px) { body { padding: 0; } main { border: 0; border-radius: 0; padding: 24px 20px; min-height: 100vh; }
  form div, form div.wide { flex: 1 1 100%; } form button { width: 100%; }
  li { grid-template-columns: minmax(0, 1fr); } .when { text-align: left; } }
@media (forced-colors: active) { button { border-color: ButtonText; } .chip { border: 1px solid CanvasText; } }
`

const hash = createHash('sha256').update(css).digest('base64')

/** What these pages may load: their own style, and nothing else. No script runs on them. */
export const contentSecurityPolicy = [
  `default-src 'none'`,
  `style-src 'sha256-${hash}'`,
  `form-action 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ')
