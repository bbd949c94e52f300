/** One package of the description: "b) 60 gm (NDC 0713-0222-60)". */
export interface Package {
    /** The letter or number before it, without bracket. */
    label: string | undefined;
    ndc: string | null;
    /** Sizes in its words, such as `60g`. */
    sizes: string[];
    /** Physicians' samples, which often have lots of their own. */
    isSample: boolean;
}
/** `a)`, `(a)`, `a.)`, `1)`: a letter or number that names a package. */
export declare const MARKER: RegExp;
/** The sizes that a text names, each in one spelling: `60 gm` and `60-gram` are `60g`. */
export declare function sizesOf(text: string): string[];
export declare function packageOf(label: string | undefined, ndc: string | null, words: string): Package;
/** The packages that a description names. At least one: without any NDC and letter it is the whole product. */
export declare function readPackages(description: string): Package[];
