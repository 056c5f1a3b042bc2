// Apart from brand.ts, which every page carries: only the Contact Us panel and the legal texts need these.

/** Where people ask about their own data; stands in the Privacy Notice. */
export const privacyOffice = {
  form: 'https://rxdocket.example/privacy-request',
  email: 'privacy@rxdocket.example',
  phone: '800-555-0147',
} as const

/** The Contact Us panel, in its order. */
export const contacts = [
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
] as const
