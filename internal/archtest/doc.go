// Package archtest holds the tests that look at the repository as a whole: that
// imports point one way, that the rules build for the browser, and that every
// sentence of the rules is covered by a test that exists.
package archtest
