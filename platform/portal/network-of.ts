const isIpv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** The eight groups of an IPv6 address (RFC 4291, 2.2), an IPv4 address at its end read as two; undefined for another text. */
function groupsOf(address: string): number[] | undefined {
  const [head, tail, ...more] = address.split('::')
  if (head === undefined || more.length > 0) return undefined
  const read = (part: string): number[] =>
    part === ''
      ? []
      : part.split(':').flatMap((group) => {
          if (!isIpv4.test(group)) return [/^[0-9a-f]{1,4}$/i.test(group) ? Number.parseInt(group, 16) : Number.NaN]
          const [a, b, c, d] = group.split('.').map(Number)
          return [a! * 256 + b!, c! * 256 + d!]
        })
  const [first, last] = [read(head), read(tail ?? '')]
  const left = 8 - first.length - last.length
  if (tail === undefined ? left !== 0 : left < 1) return undefined
  const groups = [...first, ...Array.from({ length: left }, () => 0), ...last]
  return groups.every((group) => group >= 0 && group <= 0xffff) ? groups : undefined
}

/**
 * Who an address belongs to, as far as an address tells: an IPv4 address is one, also when it is written as IPv6; of IPv6 the
 * first 64 bits are, since one who has an address of a network has all of them (RFC 6177).
 */
export function networkOf(address: string): string {
  if (isIpv4.test(address)) return address
  const [bare = ''] = address.split('%', 1)
  const groups = bare.includes(':') ? groupsOf(bare) : undefined
  if (!groups) return bare
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
