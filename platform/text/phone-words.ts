/** Ten digits as they are written: 559-555-0119; anything else as it is. */
export const phoneWords = (digits: string): string =>
  /^\d{10}$/.test(digits) ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}` : digits

/** Ten digits of a fax number as letters write it: (813) 555-0151; anything else as it is. */
export const faxWords = (digits: string): string =>
  /^\d{10}$/.test(digits) ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : digits
