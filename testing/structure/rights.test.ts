import { expect, test } from 'vitest'
import { roles } from '#features/permissions/roles.ts'
import { productFiles, textOf } from './source.ts'
import { literalValue, nodesOf, type SyntaxNode } from './syntax.ts'

/*
 * Rights are asked once: a screen shows what the server allows (`allowedActions`, `blockedReasons`), or calls the rule the
 * server refuses by. It never looks at roles itself. The functions that know roles are in features/permissions.
 */

const browserFiles = productFiles.filter((file) => /\.tsx$|\/use-[\w-]+\.ts$/.test(file))
/** Screens that show a user's roles, or let an account manager type them, and decide nothing by them. */
const shown = [
  'features/account/profile.tsx',
  'features/patient-access/view-cells.tsx',
  'features/people/review-lines.tsx',
  'features/people/change-user.tsx',
  'features/people/giving.tsx',
  'features/people/invitations.tsx',
  'features/people/review-answer.tsx',
  'features/people/rights-form.tsx',
  'features/people/user-details.tsx',
  'features/people/user-table.tsx',
  'features/pages/home/licenses-card.tsx',
  'features/team/teams-page.tsx',
]

type Found = { line: number; says: string }
/** Where a file reads somebody's roles or compares with the name of one. */
function rolesIn(file: string, text: string): Found[] {
  const says = (node: SyntaxNode): string | undefined => {
    if (node.type === 'MemberExpression' && (node['property'] as { name?: string }).name === 'roles') return '.roles'
    const value = node.type === 'Literal' ? literalValue(node) : undefined
    const { type, callee } = (node.parent ?? node) as SyntaxNode & {
      callee?: { name?: string; property?: { name?: string } }
    }
    const asked = callee?.name ?? callee?.property?.name
    const compared =
      type === 'BinaryExpression' || type === 'ArrayExpression' || asked === 'hasRole' || asked === 'includes'
    return compared && (roles as readonly unknown[]).includes(value) ? `'${String(value)}'` : undefined
  }
  return nodesOf(file, text).flatMap((node) => {
    const found = says(node)
    return found ? [{ line: text.slice(0, node.start).split('\n').length, says: found }] : []
  })
}

test('no screen looks at the roles of a user', () => {
  expect(browserFiles.length).toBeGreaterThan(150)
  const found = browserFiles
    .filter((file) => !shown.includes(file))
    .flatMap((file) => rolesIn(file, textOf(file)).map(({ line, says }) => `${file}:${line} ${says}`))
  expect(found).toEqual([])
})

test.each([
  ["person.roles.includes('adjuster')", 2],
  ["hasRole(person, 'supervisor')", 1],
  ["role === 'read_only'", 1],
  ["['supervisor', 'all_access'].some(is)", 2],
  ["const label = 'adjuster'", 0],
  ["query.get('adjuster')", 0],
])('%s is found %i times', (text, times) => {
  expect(rolesIn('a.tsx', text)).toHaveLength(times)
})
