import fc from 'fast-check'
import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
  ['not an address', 'not an address'],
  ['1:2', '1:2'],
  ['1::2::3', '1::2::3'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

const group = fc.integer({ min: 0, max: 0xffff })
const eight = fc.array(group, { minLength: 8, maxLength: 8 })
const write = (groups: readonly number[]) => groups.map((one) => one.toString(16)).join(':')

test('addresses of one network are one, of two networks two, however they are written', () => {
  fc.assert(
    fc.property(eight, eight, (one, other) => {
      fc.pre(one.slice(0, 4).some((value) => value !== 0))
      expect(networkOf(write([...one.slice(0, 4), ...other.slice(4)]))).toBe(networkOf(write(one)))
      expect(networkOf(write(one).toUpperCase())).toBe(networkOf(write(one)))
      const isSame = write(one.slice(0, 4)) === write(other.slice(0, 4))
      expect(networkOf(write(other)) === networkOf(write(one))).toBe(isSame)
    }),
  )
})
