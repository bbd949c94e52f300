import { type RecallCode, type RecallRecord } from '../src/index.ts';
/** What was read by hand, by recall number. */
export type Golden = Record<string, {
    codes: Omit<RecallCode, 'lotPrefixes' | 'lotSuffixes'>[];
}>;
export interface Score {
    hits: number;
    /** By hand. */
    wanted: number;
    /** By the reader. */
    found: number;
}
declare const FACTS: {
    ndcs: ({ ndc }: RecallCode) => string[];
    lots: ({ ndc, lots }: RecallCode) => string[];
    expirations: ({ ndc, expirations }: RecallCode) => string[];
    ranges: ({ ndc, ranges }: RecallCode) => string[];
    allLots: ({ ndc, allLots }: RecallCode) => string[];
};
/** Compares the reader with what was read by hand: precision is hits / found, recall hits / wanted. */
export declare function scoreOf(records: readonly RecallRecord[], golden: Golden): Record<keyof typeof FACTS, Score>;
export {};
