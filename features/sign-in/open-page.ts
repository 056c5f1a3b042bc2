import type { ComponentType } from 'react'
import type { Clock } from '#platform/dates/clock.ts'
import type { LegalPanel } from '#platform/ui/frame/legal-links.tsx'

/** A page of another feature for users who are not signed in; its code is fetched when it is first shown. */
export type OpenPage = ComponentType<{ clock: Clock; onLegal: (panel: LegalPanel) => void }>
