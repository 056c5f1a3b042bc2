// The fields a carrier defines for itself: names from its setting `passthruLabels`, values on each request.

const places = ['screen', 'letter', 'extract'] as const
type Place = (typeof places)[number]

/** The carrier's own fields from its setting `passthruLabels`; what is not understood or has no label is left out. */
export function labelsOf(setting: unknown): { labels: Record<string, string>; showOn: Record<string, Place[]> } {
  const labels: Record<string, string> = {}
  const showOn: Record<string, Place[]> = {}
  const own = typeof setting === 'object' && setting !== null ? (setting as Record<string, unknown>) : {}
  for (let at = 1; at <= 10; at += 1) {
    const field = own[`field${at}`]
    const { label, showOn: on } = (typeof field === 'string' ? { label: field } : (field ?? {})) as {
      label?: unknown
      showOn?: unknown
    }
    if (typeof label !== 'string' || label.trim() === '') continue
    labels[`field${at}`] = label.trim().slice(0, 40)
    showOn[`field${at}`] = Array.isArray(on) ? places.filter((place) => on.includes(place)) : ['screen']
  }
  return { labels, showOn }
}

/** A carrier's own fields of a request as its screens show them: by label, in the order of the fields. */
export function ownFieldsShown(setting: unknown, values: Readonly<Record<string, string>>): Record<string, string> {
  const { labels, showOn } = labelsOf(setting)
  return Object.fromEntries(
    Object.entries(labels).flatMap(([field, label]) =>
      showOn[field]?.includes('screen') && values[field] ? [[label, values[field]]] : [],
    ),
  )
}
