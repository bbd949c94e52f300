export interface NdcFound {
    at: number;
    length: number;
    /** As written. */
    ndc: string;
}
/** The NDC that begins at a place of a text, with the word before it or without. */
export declare function ndcAt(text: string, at: number, isListed?: boolean): NdcFound | undefined;
/** All NDCs of a text, in their order. */
export declare function findNdcs(text: string): NdcFound[];
