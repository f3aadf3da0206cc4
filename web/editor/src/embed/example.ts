// The element <stepgate-example>, as one script for other people's pages. It is built and weighed already; the element
// itself is still to come.
export {};
