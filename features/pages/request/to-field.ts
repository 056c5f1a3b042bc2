/** Takes the focus to the end date of the form, to be typed over; false where there is none to change. */
export function toEndDate(): boolean {
  const field = document.getElementById('decision-endDate')
  if (!(field instanceof HTMLInputElement) || field.readOnly) return false
  field.select()
  return true
}

/** Takes the focus to the first safety finding that may be cleared, or else to the first reject; a tick is set by Space alone. */
export function toFirstFinding(): boolean {
  const first = ['safety', 'rejects']
    .map((group) => document.querySelector<HTMLInputElement>(`#decision-${group} input:not(:disabled)`))
    .find((tick) => tick !== null)
  first?.focus()
  first?.scrollIntoView({ block: 'center' })
  return first !== undefined
}
