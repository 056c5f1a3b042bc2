/**
 * Everything that names the product or its provider: to run the portal under another name, change this file,
 * reference/legal/contacts.ts and mark.tsx.
 */
export const brand = {
  name: 'RxDocket',
  /** Who runs the portal; stands in the copyright line and the notices. */
  provider: 'RxDocket Pharmacy Services',
  /** Whom users turn to when a call failed, with its article. */
  representative: 'an RxDocket representative',
  supportPhone: '800-555-0142',
  supportHours: 'Monday to Friday, 8:00 AM to 8:00 PM ET',
  feedbackEmail: 'feedback@rxdocket.example',
  noReplyEmail: 'no-reply@rxdocket.example',
  promise: 'The right medicine, decided on time.',
} as const

/** Link that dials a phone number such as 800-555-0142. */
export function phoneHref(phone: string): string {
  return `tel:+1${phone.replace(/\D/g, '')}`
}

/**
 * Mail draft to the feedback address, prefilled with the screen's name and the version only: never health data.
 */
export function feedbackHref(screen: string, version: string): string {
  const subject = encodeURIComponent(`${brand.name} feedback: ${screen}`)
  const body = encodeURIComponent(`\n\nScreen: ${screen}\nVersion: ${version}\n`)
  return `mailto:${brand.feedbackEmail}?subject=${subject}&body=${body}`
}
