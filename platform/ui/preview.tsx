// Every component in every state, for looking at and for ui.test.ts. Development only: the production build does not
// reach it. Address: preview.html?view=<name>. A feature shows its own parts by exporting `previews` from a preview.tsx
// beside them.
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import './tokens.css'
import './base.css'
import { applyPreferences } from './preferences.ts'
import { kitViews } from './preview/kit.tsx'
import { workViews } from './preview/work.tsx'

type Views = Record<string, () => ReactNode>
const ofFeatures = import.meta.glob<{ previews: Views }>('../../features/**/preview.tsx', { eager: true })
const views: Views = { ...kitViews, ...workViews }
for (const { previews } of Object.values(ofFeatures)) Object.assign(views, previews)

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
