// What a browser has in the place of Node's module `stream`: nothing.
export {}
