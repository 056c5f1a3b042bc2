import { lazyPart } from '#platform/browser/load-part.ts'

// Loaded by itself, so that the first page does not carry the names of the files it needs.
const Loaded = lazyPart(() => import('./settings-page.tsx').then((it) => it.SettingsPage))

/** The page of the settings of a carrier. */
export const Page = () => <Loaded />

const LoadedCalendars = lazyPart(() => import('./calendars.tsx').then((it) => it.Calendars))

/** The page of its calendars. */
export const CalendarsPage = () => <LoadedCalendars />
