/**
 * Fetches the code of a request's page and of what every open request shows beside it: each part that comes by itself later
 * moves those below it, and the first decision of a session waits for it.
 */
export async function loadRequest(): Promise<void> {
  await import('./authorization.tsx')
  await Promise.all([
    import('./advice.tsx'),
    import('./past-decisions.tsx'),
    import('./dose-trend.tsx'),
    import('../help/explain.tsx'),
    import('#features/evidence/as-sent.tsx'),
    import('#features/evidence/evidence-cards.tsx'),
    import('#features/medications/fills-beside.tsx'),
    import('#features/outgoing/goes-out.tsx'),
    import('#features/colleagues/colleague.tsx'),
    import('#features/presence/open-here.tsx'),
    import('#platform/ui/button/copy-button.tsx'),
  ])
}
