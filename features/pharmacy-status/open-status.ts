/** Loads the page in a step of its own: the list of its files stays out of the first script. */
export const openStatus = () => import('./status-page.tsx').then((it) => it.StatusPage)
