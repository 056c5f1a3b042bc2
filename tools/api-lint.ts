/**
 * The description of the API (`GET /api/openapi.json`) held against the recommended rules of a public linter; part of
 * `npm run check`. A warning fails like an error.
 */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { everyCall } from '#registry'
import { openApi } from '#platform/calls/api-description.ts'

const config = await createConfig({
  extends: ['recommended'],
  // The service list has both /authorizations/{id}/... and /authorizations/export/{type}; a fixed word is found before an id.
  rules: { 'no-ambiguous-paths': 'off' },
  telemetry: 'off',
})
const source = JSON.stringify(openApi('RxDocket', '1', '/api', everyCall))
const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
for (const { ruleId, message, location } of problems)
  console.log(`${ruleId} ${location[0]?.pointer ?? ''}\n  ${message}`)
process.exitCode = problems.length > 0 ? 1 : 0
