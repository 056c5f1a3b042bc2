const names = new Set<string>()

/** Names of the reads whose answers say which authorizations the user has an unsent draft about. */
export const readsWithDrafts: ReadonlySet<string> = names

/** Registers such a read: it is fetched again once a draft was saved. */
export const showsDrafts = (call: { name: string }): void => void names.add(call.name)
