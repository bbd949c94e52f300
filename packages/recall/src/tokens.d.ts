export type Token = {
    kind: 'marker';
    label: string;
} | {
    kind: 'ndc';
    ndc: string;
}
/** A word after which lots, expiries, or something else stands. */
 | {
    kind: 'lotWord' | 'expiryWord' | 'dateWord' | 'otherWord';
    isPlural: boolean;
} | {
    kind: 'date';
    date: string;
} | {
    kind: 'window';
} | {
    kind: 'code';
    code: string;
    at: number;
} | {
    kind: 'size';
    text: string;
} | {
    kind: 'sample';
} | {
    kind: 'allLots';
} | {
    kind: 'prefix' | 'suffix';
    codes: string[];
} | {
    kind: 'followedBy';
    text: string;
}
/** "to", "thru", or a dash between two codes. */
 | {
    kind: 'to';
    isWord: boolean;
} | {
    kind: 'between';
}
/** A comma, "and": the list goes on. */
 | {
    kind: 'comma';
}
/** A semicolon, or a run of spaces where a line ended. */
 | {
    kind: 'end';
    isLine: boolean;
} | {
    kind: 'word';
};
/** The words, codes and dates of a text that says what is recalled. One pass; each pattern is tried where it can begin only. */
export declare function tokensOf(text: string): Token[];
