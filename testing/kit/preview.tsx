// Every component in every state, for looking at and for the tests beside it. Development only: the production build
// does not reach it. Address: preview.html?view=<name>.
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import '#platform/ui/tokens.css'
import '#platform/ui/base.css'
import { applyPreferences } from '#platform/browser/preferences.ts'
import { kitViews } from './kit.tsx'
import { previews as signInViews } from './sign-in.tsx'
import { workViews } from './work.tsx'

type Views = Record<string, () => ReactNode>
const views: Views = { ...kitViews, ...workViews, ...signInViews }

applyPreferences()
const wanted = new URLSearchParams(location.search).get('view') ?? 'kit'
const { hook, searchHook } = memoryLocation({ path: '/authorizations' })
const View = views[wanted] ?? (() => <main>{Object.keys(views).join(' ')}</main>)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Router hook={hook} searchHook={searchHook}>
      <View />
    </Router>
  </StrictMode>,
)
