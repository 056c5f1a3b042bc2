/**
 * Everything that names the product or its provider: to run the portal under another name, change this file and
 * mark.tsx.
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
  /** Where people ask about their own data; stands in the Privacy Notice. */
  privacy: {
    form: 'https://rxdocket.example/privacy-request',
    email: 'privacy@rxdocket.example',
    phone: '800-555-0147',
  },
  noReplyEmail: 'no-reply@rxdocket.example',
  promise: 'The right medicine, decided on time.',
  /** The Contact Us panel, in its order. */
  contacts: [
    {
      title: 'Corporate address',
      lines: ['RxDocket Pharmacy Services', '100 Harbor Row, Suite 400', 'Tampa, FL 33602'],
      phone: '800-555-0100',
    },
    { title: 'Account management', lines: ['accounts@rxdocket.example'], phone: '800-555-0142' },
    { title: 'Clinical', lines: ['clinical@rxdocket.example'], phone: '800-555-0143' },
    { title: 'Sales', lines: ['sales@rxdocket.example'], phone: '800-555-0144' },
    { title: 'Human resources', lines: ['people@rxdocket.example'], phone: '800-555-0145' },
    { title: 'Media', lines: ['media@rxdocket.example'], phone: '800-555-0146' },
  ],
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
