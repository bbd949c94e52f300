import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RecallCode, readRecall } from '../src/index.ts'

/** Reads the codes of a text, and leaves out their empty fields. */
function collectCodes(code_info: string, product_description = 'Tablets, NDC 88123-204-90') {
  return readRecall({ recall_number: 'D-1-2026', product_description, code_info }).codes.map(thin)
}

function thin({ ndc, lots, ranges, allLots, expirations, ...more }: RecallCode) {
  return {
    ndc,
    ...(lots.length > 0 ? { lots } : {}),
    ...(ranges.length > 0 ? { ranges } : {}),
    ...(allLots ? { allLots } : {}),
    ...(expirations.length > 0 ? { expirations: expirations.map(({ lot, expiration }) => `${lot ?? '*'} ${expiration}`) } : {}),
    ...more,
  }
}

const ndc = '88123-204-90'

describe('an expiry is assigned to its lots', () => {
  test.each([
    ['Lot #: A1001, A1002, Exp 04/30/2027', ['A1001 2027-04-30', 'A1002 2027-04-30']],
    ['Lot: A1001 Exp. 12/01/2026, Lot; A1002 Exp. 01/2027', ['A1001 2026-12-01', 'A1002 2027-01']],
    ['A1001 10/2026  A1002 11/2026', ['A1001 2026-10', 'A1002 2026-11']],
    ['Lot Number/Exp. Date: A1001/Sep-26, A1002,Oct-26', ['A1001 2026-09', 'A1002 2026-10']],
    ['Lot A1001 Exp. 30-Jun-2027; 1002B Exp 1OCT2027', ['A1001 2027-06-30', '1002B 2027-10-01']],
    ['Lot A1001, EXP: June 5, 2027 and A1002, Exp. July 2027', ['A1001 2027-06-05', 'A1002 2027-07']],
    ['Lot A1001 Exp 27-04-2027', ['A1001 2027-04-27']],
    ['Lot A1001 EXP: 2027/09/29', ['A1001 2027-09-29']],
    ['Lot A1001, Exp. Date12/2027', ['A1001 2027-12']],
    ['Lots: A1001, Exp. A1002, Exp. 5/17/2027', ['A1002 2027-05-17']],
    ['RHP 8/26  RLD 12/26', ['RHP 2026-08', 'RLD 2026-12']],
  ])('in "%s"', (text, expirations) => {
    expect(collectCodes(text)[0]?.expirations).toEqual(expirations)
  })

  test.each([
    ['Lot # 1218000930, 1218000946, Exp 06/18/2026-07/11/2026', ['1218000930', '1218000946'], undefined],
    ['Lot A1001, Exp 06/18/2026-07/11/2026; A1002, Exp 8/1/2026', ['A1001', 'A1002'], ['A1002 2026-08-01']],
    ['Beyond Use Date: December 25-December 30, 2026', undefined, undefined],
    ['Lot A1001, exp 5/32/26; A1002, Exp 8/31/202; A1003, exp 3/31/26', ['A1001', 'A1002', 'A1003'], ['A1003 2026-03-31']],
    ['Lot: 170310113s; Exp. 01/01/1900', ['170310113s'], undefined],
  ])('unless the expiry is a range of dates or an impossible day: %s', (text, lots, expirations) => {
    expect(collectCodes(text)).toEqual([{ ndc, ...(lots ? { lots } : {}), ...(expirations ? { expirations } : {}) }])
  })

  test('or to the whole product if the text has a UPC but no lot', () => {
    expect(collectCodes('UPC 557205060083 ,Exp 5/24/27', 'Coffee')).toEqual([{ ndc: null, expirations: ['* 2027-05-24'] }])
  })

  test.each([
    'Compounded on 05/10/26',
    'Retest Date 12/7/2026',
    'Beyond Use Date: December 25-31, 2026',
    'All lots with expiration dates between 10/10/26 through 10/10/28',
  ])('but not if the date is of another kind, such as a retest date: %s', (text) => {
    expect(collectCodes(text)[0]).not.toHaveProperty('expirations')
  })
})

describe('a lot keeps its spelling', () => {
  test.each([
    ['Lot #: 84-603-FW', ['84-603-FW']],
    ['01-07-2026:64@5, BUD 7/5/2026  t02-09-2026@74', ['01-07-2026:64@5', 't02-09-2026@74']],
    ['Lots: 7F92YUD3H1A/AIS1017B', ['7F92YUD3H1A/AIS1017B']],
    ['Lot #: 5/23/26 1404 299-92625P, BUD: 8/21/2026', ['5/23/26 1404 299-92625P']],
    ['Lot 470 exp. 04/27, 471 exp. 06/27', ['470', '471']],
    ['Lot #: VFMA 029, VFMA 030', ['VFMA 029', 'VFMA 030']],
    ['Pedigree: AD54501_1, EXP: 5/21/2027;  Pedigree: W003438', ['AD54501_1', 'W003438']],
    ['Lot #: D867331087, Exp Mar, 2027          70,200  63,252', ['D867331087']],
    ['Lots: GS028301, 2.5 mg; 90 tablets, Exp.: 06/2027', ['GS028301']],
    ['Product Code 91590 Lot #WV0280SLA', ['WV0280SLA']],
    ['Lot 58382EV*, Exp 1OCT 2027', ['58382EV']],
  ])('in %s', (text, lots) => {
    expect(collectCodes(text)[0]?.lots).toEqual(lots)
  })

  test.each(["Rx #'s:   0389733      0398961", 'Stock No: 1090; Case UPC: 3 10742 91080 (2)', 'Unknown'])(
    'and other text is not read as a lot: %s',
    (text) => {
      expect(collectCodes(text)).toEqual([{ ndc }])
    },
  )

  test('even with a hyphen, but two numbers joined by a hyphen become a range of lots if the second is higher', () => {
    expect(collectCodes('Lot #: 022211002, 022212001- 022212008, 022212010-022212012')).toEqual([
      {
        ndc,
        lots: ['022211002'],
        ranges: [
          ['022212001', '022212008'],
          ['022212010', '022212012'],
        ],
      },
    ])
    expect(collectCodes('Lot #: H20-01W thru H20-84W')[0]?.ranges).toEqual([['H20-01W', 'H20-84W']])
    expect(collectCodes('Lot 26124-1112')[0]).toEqual({ ndc, lots: ['26124-1112'] })
  })

  test('even next to “all lots”, with a prefix or suffix, or followed by more text', () => {
    expect(collectCodes('All Lots Within Expiry  Lot# 2710715, 2720715')).toEqual([{ ndc, lots: ['2710715', '2720715'], allLots: true }])
    expect(collectCodes('All lots distributed between November 2025 and May 2026;  01232026@45, 7/22/2026')).toEqual([
      { ndc, lots: ['01232026@45'], allLots: true, expirations: ['01232026@45 2026-07-22'] },
    ])
    expect(collectCodes('All lots beginning with 453091')).toEqual([{ ndc, lotPrefixes: ['453091'] }])
    expect(collectCodes('Lots ending in 1001,1002.')).toEqual([{ ndc, lotSuffixes: ['1001', '1002'] }])
    expect(collectCodes('Lot 17-400-EV* Note: the lot number may be followed by 01')).toEqual([
      { ndc, lots: ['17-400-EV'], lotMayBeFollowedBy: '01' },
    ])
  })
})

describe('packages of one recall are distinguished', () => {
  const two = 'Tablets, a) 15 gm tube (NDC 88123-222-15), b) 60 gm tube (NDC 88123-222-60), Rx only'
  const [first, second] = ['88123-222-15', '88123-222-60']

  test('by the letters a) and b) before their lots', () => {
    expect(collectCodes('Lots: a) A1, A1001 Exp. 07/31/27; b) B1001, A1001 Exp. 08/31/27', two)).toEqual([
      { ndc: first, lots: ['A1001'], expirations: ['A1001 2027-07-31'] },
      { ndc: second, lots: ['B1001', 'A1001'], expirations: ['B1001 2027-08-31', 'A1001 2027-08-31'] },
    ])
  })

  test('by a size before the lots, or by an NDC before or after the lots', () => {
    const wanted = [
      { ndc: first, lots: ['A1001'] },
      { ndc: second, lots: ['B1001'] },
    ]
    expect(collectCodes('15 gm Lot #: A1001   60 gm Lot #: B1001', two)).toEqual(wanted)
    expect(collectCodes(`NDC ${first} Lot A1001; NDC ${second} Lot B1001`, two)).toEqual(wanted)
    expect(collectCodes(`Lot A1001 (NDC ${first}); Lot B1001 (NDC ${second})`, two)).toEqual(wanted)
  })

  test('by the word “sample” beside an NDC and before the lots', () => {
    const description = 'Capsules a) 10 count (NDC 88123-222-15), b) 5 count physician sample (NDC 88123-222-60)'
    expect(collectCodes('Lots: A1001  Physician Samples: B1001', description)).toEqual([
      { ndc: first, lots: ['A1001'] },
      { ndc: second, lots: ['B1001'] },
    ])
  })

  test('only if the text says which lots belong to which package; otherwise each package gets every lot', () => {
    expect(collectCodes('Lot # A1001', two)).toEqual([
      { ndc: first, lots: ['A1001'] },
      { ndc: second, lots: ['A1001'] },
    ])
  })

  test.each([
    ['NDC 76439030910', '76439030910'],
    ['NDC60687-179-11', '60687-179-11'],
    ['NDC: 0409-7953-03', '0409-7953-03'],
    ['NDC# 504-58-178-28', '504-58-178-28'],
    ['88123-204-90', '88123-204-90'],
    ['UPC 0-70038-20355-1', null],
  ])('by their NDC, however it is written: %s', (description, expected) => {
    expect(collectCodes('Lot A1001', description)[0]?.ndc).toBe(expected)
  })
})

describe('the recall reader', () => {
  test('never throws an error, and finds only lots that occur in the text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'Lot #',
        'Exp.',
        ' a) ',
        ';',
        '  ',
        ',',
        ' and ',
        'NDC ',
        '88123-204-90',
        'All lots',
        '5/17/2027',
        '-',
        ' to ',
        '(',
        '*',
        '/',
        'Jun-27',
        '\u00bf',
      ),
      fc.string(),
      fc.string({ unit: 'binary' }),
    )
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, text, (code_info, product_description) => {
        for (const { lots } of readRecall({ code_info, product_description }).codes)
          for (const lot of lots) expect(code_info).toContain(lot)
      }),
    )
  })

  test.each([
    ['Lot #: 070717ML, Exp. 1/7/27', ['070717ML']],
    ['Lot: 050216X, Exp 05/2027', ['050216X']],
    ['Lot #: 07232026+52738, Exp 2/20/2027; 09092026+52890, Exp 3/17/2027', ['07232026+52738', '09092026+52890']],
    ['Lot numbers: 04/15/2026, Exp 04/15/28; and 05/15/2026, Exp 05/15/28', ['04/15/2026', '05/15/2026']],
    ['Manufacturing Codes: 10.06.2026 Exp. 09.06.2028', ['10.06.2026']],
    ['CACU', ['CACU']],
    ['OMEGA-3 FATTY ACID, Capsule, 1000 mg has the following code    Pedigree: AD21858_4, EXP: 5/1/2027.', ['AD21858_4']],
    ['CALCIUM CARBONATE +D3, Lot A1001', ['A1001']],
    ['Bottles of 070 mL, Lot A1001, 12000 g', ['A1001']],
  ])('recognizes unusual lots, but not words that look like lots: %s', (text, lots) => {
    expect(collectCodes(text)[0]?.lots).toEqual(lots)
  })

  test.each([
    ['Tablets, NDC 72570 121 15.', '72570-121-15'],
    ['Gel, NDC 27854.101.01', '27854-101-01'],
    ['Cream, NDC 0781 5249 92, Rx', '0781-5249-92'],
  ])('finds an NDC written in separate groups after the word NDC: %s', (description, written) => {
    expect(collectCodes('Lot A1001', description)).toEqual([{ ndc: written, lots: ['A1001'] }])
  })

  test('reports text that it could not read', () => {
    expect(readRecall({ code_info: 'Lot 10092011, Exp 2027' }).unread).toEqual(['2027'])
  })
})

describe('words before a code determine its kind', () => {
  test.each([
    ['a listed item', 'Lot: A1001, Exp 05/27; SKUs 2007625, 2007626', ['A1001']],
    ['serial numbers', "Lot: A1001, Exp 05/27; S/N's 23103954 23103976", ['A1001']],
    ['a number assigned by a firm', 'Ormsby #10085272. PTC #G8O5; Exp 04/30/2027', ['G8O5']],
    ['a pack', 'Pack # 123456, Lot: A1001', ['A1001']],
    ['strengths of two drugs', 'Zelorin 10/20mg 30 count, 346387, Exp 06/27', ['346387']],
    ['a size', 'Gauze 4X8 Lot: A1001, Exp 05/27', ['A1001']],
    ['a lot with an X in it', 'Lot # 050518X5, 6X79, Exp 1/31/27', ['050518X5', '6X79']],
    ['an expiry without a space after its word', 'Lot: K111090 exp.10/26, K111122 exp10/26', ['K111090', 'K111122']],
    ['an expiry without a space before its word', 'T000648 exp 3/2026  T000651exp 3/2026', ['T000648', 'T000651']],
    ['lots made of letters only', 'Lot: GHEN, GLGL, GLGL-1, Exp 10/31/2026; HACS, HACS-1', ['GHEN', 'GLGL', 'GLGL-1', 'HACS', 'HACS-1']],
    ['capital letters that are not a lot', 'Lot: GHEN, NONE, LOTS, EXP 10/31/2026', ['GHEN']],
    ['a two-part lot with a dash', 'Lot: FED 013-010, Exp 10/31/2026', ['FED 013-010']],
  ])('%s: %s', (_what, text, lots) => {
    expect(collectCodes(text)[0]?.lots).toEqual(lots)
  })
})
