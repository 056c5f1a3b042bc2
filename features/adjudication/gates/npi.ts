/** Whether ten digits are a well-formed NPI: first digit 1 or 2, Luhn over '80840' and the number (45 CFR 162.406). */
export function isNpi(npi: string): boolean {
  if (npi.length !== 10 || (npi[0] !== '1' && npi[0] !== '2')) return false
  // 24 is what the prefix 80840 adds to the Luhn sum.
  let sum = 24
  for (let at = 0; at < 10; at++) {
    let digit = npi.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return false
    if (at % 2 === 0) {
      digit *= 2
      if (digit > 9) digit -= 9
    }
    sum += digit
  }
  return sum % 10 === 0
}
