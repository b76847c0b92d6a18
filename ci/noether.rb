# Homebrew formula for Linux (not tried here).
class Noether < Formula
  desc "Model checker for Murphi that exploits symmetry"
  homepage "https://localhost/noether"
  url "file:///path/to/noether-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  depends_on "libmicrohttpd"
  depends_on :linux
  depends_on "ncurses"
  depends_on "xxhash"
  depends_on "zstd"

  def install
    system "make"
    system "make", "install", "PREFIX=#{prefix}"
  end

  test do
    assert_match "noether", shell_output("#{bin}/noether --version")
  end
end
