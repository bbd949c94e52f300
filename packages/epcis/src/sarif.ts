import { errorHelp } from './error-help.ts'
import { errorTypeInfo, errorTypes } from './error-types.ts'
import type { Finding } from './finding.ts'
import type { Validation } from './validator.ts'

/** Result of one file: its validation, or the reason why it could not be read. */
export type FileResult = { readonly file: string } & ({ readonly validation: Validation } | { readonly error: string })

const levels = { reject: 'error', warn: 'warning' } as const

/**
 * Results of a run as SARIF.
 *
 * @see OASIS, Static Analysis Results Interchange Format 2.1.0.
 */
export function sarifLog(results: readonly FileResult[], version: string, exitCode: number) {
  const problems = results.flatMap((result) =>
    'error' in result ? [{ level: 'error', message: { text: `cannot read ${result.file}: ${result.error}` } }] : [],
  )
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'epcis-validate', version, rules: errorTypes.map(makeRule) } },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: problems.length === 0, exitCode, toolExecutionNotifications: problems }],
        artifacts: results.map((result) => ({
          location: { uri: makeUri(result.file) },
          ...('validation' in result && { length: result.validation.bytes, properties: makeProperties(result.validation) }),
        })),
        results: results.flatMap((result, index) =>
          'validation' in result ? result.validation.findings.map((finding) => makeResult(finding, result.file, index)) : [],
        ),
      },
    ],
  }
}

function makeRule(type: (typeof errorTypes)[number]) {
  const { severity, title, section } = errorTypeInfo(type)
  return {
    id: type,
    name: type,
    shortDescription: { text: title },
    fullDescription: { text: errorHelp[type] },
    help: { text: errorHelp[type] },
    defaultConfiguration: { level: levels[severity] },
    properties: { section },
  }
}

function makeResult(finding: Finding, file: string, index: number) {
  const { type, severity, message, hint, line, column, path, event, value } = finding
  const region = line < 1 ? {} : { region: { startLine: line, startColumn: Math.max(1, column) } }
  return {
    ruleId: type,
    ruleIndex: errorTypes.indexOf(type),
    level: levels[severity],
    message: { text: `${message} ${hint}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: makeUri(file), index }, ...region },
        logicalLocations: [{ fullyQualifiedName: path, kind: 'element' }],
      },
    ],
    properties: { event, value },
  }
}

function makeProperties({ verdict, events, meds, truncated, document }: Validation) {
  return { verdict, events, meds, truncated, warnings: document.warnings }
}

/** Converts a file path to a URI reference; for standard input (`-`), returns `stdin`. */
function makeUri(file: string): string {
  if (file === '-') return 'stdin'
  const path = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/')
  return path.startsWith('/') ? `file://${path}` : path
}
