import type { ComponentType, LazyExoticComponent } from 'react'
import type { PatientTab } from '#features/claims/patient-tabs.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { lazyPart } from '#platform/browser/load-part.ts'

type Load = () => Promise<ComponentType<PatientTabProps>>
type Tab = {
  key: PatientTab
  label: string
  load: Load
  Component: LazyExoticComponent<ComponentType<PatientTabProps>>
}
function tab(key: PatientTab, label: string, load: Load): Tab {
  let loaded: ComponentType<PatientTabProps> | undefined
  const loading = () => load().then((component) => (loaded = component))
  return { key, label, load: loading, Component: lazyPart(loading, () => loaded) }
}

/** The tabs of the profile, in their order, each loaded when first opened. The carrier's settings say which of them show. */
export const tabs: readonly Tab[] = [
  tab('overview', 'Overview', () => import('./overview.tsx').then((it) => it.Overview)),
  tab('facts', 'Claim facts', () => import('#features/claim-facts/claim-facts-tab.tsx').then((it) => it.ClaimFacts)),
  tab('eligibility', 'Eligibility and card', () => import('./eligibility.tsx').then((it) => it.EligibilityTab)),
  tab('pending', 'Pending', () => import('./requests.tsx').then((it) => it.PendingRequests)),
  tab('complete', 'Complete', () => import('./requests.tsx').then((it) => it.CompleteRequests)),
  tab('prior-auths', 'Prior authorizations', () => import('./prior-auths-tab.tsx').then((it) => it.PriorAuthsTab)),
  tab('medications', 'Medications', () => import('./medications-tab.tsx').then((it) => it.MedicationsTab)),
  tab('claim-summary', 'Claim summary', () =>
    import('#features/transaction-history/claim-summary.tsx').then((it) => it.ClaimSummary),
  ),
  tab('documents', 'Documents', () => import('./documents-tab.tsx').then((it) => it.DocumentsTab)),
  tab('notes', 'Notes and contacts', () => import('./notes.tsx').then((it) => it.Notes)),
  tab('texts', 'Text messages', () => import('#features/text-messages/texts-tab.tsx').then((it) => it.TextMessages)),
  tab('timeline', 'Timeline', () => import('#features/timeline/timeline-tab.tsx').then((it) => it.TimelineTab)),
  tab('clinical', 'Clinical', () => import('./clinical-tab.tsx').then((it) => it.ClinicalTab)),
  tab('bypass', 'Bypass', () => import('./bypass-tab.tsx').then((it) => it.BypassTab)),
  tab('who-looked', 'Who looked', () => import('#features/patient-access/who-looked.tsx').then((it) => it.WhoLooked)),
]
