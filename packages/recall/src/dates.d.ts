export interface DateFound {
    /** `YYYY-MM-DD` or `YYYY-MM`. */
    date: string;
    length: number;
}
/** The date that begins at a place of a text. @param isExpected behind a word for the expiry more forms are dates. */
export declare function dateAt(text: string, at: number, isExpected: boolean): DateFound | undefined;
/** "December 25-31, 2022": days from one to another, of which no single one is an expiry. Its length, or 0. */
export declare function windowAt(text: string, at: number): number;
